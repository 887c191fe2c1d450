import type { Witness } from '../witness/witness.js';
import { button, type EffectCase, onClick, out, show } from './case.js';

const inner = (script: string) =>
  `<iframe id="frame" title="Frame" width="400" height="150" srcdoc="<button id=inside>Inside</button><p id=words>Quiet</p><script>inside.onclick = () => { ${script} }</script>"></iframe>`;
const remote = (body: string) => (witness: Witness, key: string) => void witness.frame(key, body);
const remoteFrame = '<iframe title="Frame" width="400" height="150" src="OTHER/frame/KEY"></iframe>';
const clickInside = ({ id }: { id(name: string): `el_${number}` }) => ({
  type: 'click' as const,
  target: { element: id('Inside') },
});

/** Effects in frames of the same site and of another site. */
export const frames: EffectCase[] = [
  {
    name: 'a frame of this site',
    body: inner(`words.textContent = 'Changed'; parent.did('inside');`),
    action: clickInside,
    tells: [{ kind: 'renamed', to: 'Changed' }],
  },
  { name: 'a frame of this site that does nothing', body: inner(''), action: clickInside },
  {
    name: 'a frame of this site changed from outside',
    body: onClick(`frame.contentDocument.getElementById('words').textContent = 'Changed'; did('outside');`, inner('')),
    tells: [{ kind: 'renamed', to: 'Changed' }],
  },
  {
    name: 'a page changed from its frame',
    body: `${out}<script data-ambient>${show}</script>${inner(`parent.show2('From inside')`)}<script data-ambient>window.show2 = show;</script>`,
    action: clickInside,
    tells: [{ kind: 'renamed', to: 'From inside' }],
  },
  {
    name: 'a frame of another site',
    documents: 2,
    body: remoteFrame,
    serve: remote(
      `<button id="inside">Inside</button><p id="words">Quiet</p><script data-ambient>inside.onclick = () => { words.textContent = 'Changed'; did('inside'); };</script>`,
    ),
    action: clickInside,
    tells: [{ kind: 'renamed', to: 'Changed' }],
  },
  {
    name: 'a frame of another site that does nothing',
    documents: 2,
    body: remoteFrame,
    serve: remote('<button id="inside">Inside</button>'),
    action: clickInside,
  },
  {
    name: 'a frame of another site by a message',
    documents: 2,
    body: `${button}${remoteFrame}<script data-ambient>go.onclick = () => { document.querySelector('iframe').contentWindow.postMessage('go', '*'); did('message'); };</script>`,
    serve: remote(
      `<p id="words">Quiet</p><script data-ambient>onmessage = () => { words.textContent = 'Changed'; did('heard'); };</script>`,
    ),
    tells: [{ kind: 'renamed', to: 'Changed' }],
  },
];
