import { page, type Site } from '../../site.js';

const script = `
  const names = ['Ada', 'Bram', 'Cleo', 'Dirk', 'Elif', 'Finn', 'Gita', 'Hugo', 'Iris', 'Juno'];
  const feed = document.getElementById('feed'); let made = 0, busy = false;
  function more() {
    if (busy || made >= 60) return; busy = true;
    setTimeout(() => {
      for (let i = 0; i < 10; i++) { made += 1; const n = made; const div = document.createElement('div'); div.className = 'post';
        div.innerHTML = '<div class="who">' + names[(n * 7) % 10] + ' ' + n + '</div><div class="txt">Post number ' + n + (n === 37 ? ': the ferry leaves at 16:20' : '') + '</div><span class="like" role="button" tabindex="0" aria-label="Like post ' + n + '">♡ <i>0</i></span> <span class="cmt">Comment</span>';
        div.querySelector('.like').onclick = (e) => { e.currentTarget.innerHTML = '♥ <i>1</i>'; log('liked', n); };
        div.querySelector('.cmt').onclick = () => log('comment', n);
        feed.append(div); }
      busy = false; if (made >= 60) { document.getElementById('end').textContent = 'You have reached the end'; log('end'); }
    }, 120);
  }
  addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 300) more(); }); more();`;

/** A list that grows while it is scrolled. */
export const feed: Site = {
  name: 'feed',
  pages: {
    '': page({
      title: 'Feed',
      style: '.post { border-bottom: 1px solid #ddd; padding: 14px; min-height: 90px } .like, .cmt { cursor: pointer }',
      body: '<h1>Latest posts</h1><div id="feed"></div><div id="end"></div>',
      script,
    }),
  },
};
