import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../support/serve.js';

/** What the server received in the bodies of requests. */
export const bodies: string[] = [];

const menu = ['Home', 'Docs', 'Blog', 'Team', 'Jobs', 'Press'];

/** A page with the menu of the site. */
function page(title: string, main: string): string {
  const links = menu.map((name) => `<a href="/${name.toLowerCase()}">${name}</a>`).join(' ');
  return `<!doctype html><title>${title}</title><header><nav aria-label="Main">${links}</nav></header>
    <main id="main"><h1>${title}</h1>${main}</main><footer><p>Imprint of the site, the same on every page.</p></footer>`;
}

export const longText = `${'A sentence that fills the field. '.repeat(40)}The last word is old here.`;

const seats = Array.from({ length: 50 }, (_, seat) => `<button class="seat">A${seat + 1}</button>`).join('');

export const pages: Record<string, Answer> = {
  '/form': page(
    'Form',
    `<form action="/save" method="post"><label>User <input name="user"></label><label>Code word <input type="password" name="word"></label>
      <input type="hidden" name="csrf_token" value="token-of-the-page"><label>About <textarea name="about"></textarea></label><button>Send it</button></form>
     <button onclick="fetch('/api/cart',{method:'PUT',headers:{'content-type':'application/json'},body:JSON.stringify({item:7,note:'blue'})})
       .then(()=>told.textContent='Added to the cart')">Add</button><p role="status" id="told"></p>
     <form action="/find"><label>Search <input name="q" type="search"></label></form>`,
  ),
  '/save': (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(303, { location: '/docs' }).end();
    });
  },
  '/api/cart': (_: IncomingMessage, response: ServerResponse) => void response.writeHead(201).end('{}'),
  '/find': page('Found', '<p>Nothing found.</p>'),
  '/docs': page('Docs', '<p>Text of the documentation.</p><a href="/form">Form</a>'),
  '/blog': page('Blog', '<p>Text of the blog.</p>'),
  '/changes': page(
    'Changes',
    `<ul id="list">${['Ant', 'Bee', 'Cat'].map((name) => `<li draggable="true">${name}</li>`).join('')}</ul>
     <svg id="board" width="300" height="80"></svg><canvas id="picture" width="100" height="50"></canvas>
     <button id="connect">Connect</button><button id="paint">Paint</button><p id="words">Words to select.</p><button id="mark">Mark</button>
     <label>Story <textarea id="story" rows="2">${longText}</textarea></label><div id="seats">${seats}</div><button id="lock">Lock</button>
     <button id="warn">Warn</button><div id="messages"></div>
     <script>
       let dragged;
       list.addEventListener('dragstart', ({ target }) => { dragged = target; });
       list.addEventListener('dragover', (event) => event.preventDefault());
       list.addEventListener('drop', ({ target }) => {
         target.after(dragged);
         fetch('/order?' + [...list.children].map((item) => item.textContent).join());
       });
       connect.onclick = () => {
         for (const d of ['M0 0 L90 60', 'M90 0 L0 60']) {
           const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
           line.setAttribute('d', d);
           line.setAttribute('stroke', 'black');
           line.setAttribute('fill', 'none');
           board.append(line);
         }
         fetch('/lines?' + board.children.length);
       };
       paint.onclick = () => { picture.getContext('2d').fillRect(5, 5, 40, 30); fetch('/painted'); };
       mark.onclick = () => { getSelection().selectAllChildren(words); fetch('/marked?' + getSelection()); };
       lock.onclick = () => { for (const seat of document.querySelectorAll('.seat')) seat.disabled = true; };
       warn.onclick = () => {
         messages.innerHTML = '<p>Something else appeared</p><div role="alert">The card was declined</div>';
       };
       story.addEventListener('change', () => fetch('/story?' + story.value.slice(-12)));
     </script>`,
  ),
};
