import { page, type Site } from '../../site.js';

const body = `
<h1>Team documents</h1>
<p><label for="up">Attach a file</label> <input type="file" id="up" multiple></p><button id="send">Upload</button> <p id="s"></p>
<table><thead><tr><th>Document</th><th>Size</th><th></th></tr></thead><tbody>
<tr><td>Annual report</td><td>1.2 MB</td><td><a href="get?f=report" download>Download</a></td></tr>
<tr><td>Price list</td><td>84 KB</td><td><a href="get?f=prices" download>Download</a></td></tr></tbody></table>`;

/** Files to upload and to download. */
export const files: Site = {
  name: 'files',
  pages: {
    '': page({
      title: 'Documents',
      body,
      script: `document.getElementById('send').onclick = async () => { const list = [...document.getElementById('up').files]; const read = []; for (const f of list) read.push([f.name, await f.text()]); log('uploaded', read); document.getElementById('s').textContent = list.length + ' file(s) uploaded'; };`,
    }),
    get: ({ query, note }) => {
      note('downloaded', query.get('f'));
      const headers = {
        'content-type': 'text/csv',
        'content-disposition': `attachment; filename="${query.get('f')}.csv"`,
      };
      return { headers, body: 'a,b\n1,2\n' };
    },
  },
};
