import { javascript } from '@codemirror/lang-javascript';
import { basicSetup, EditorView } from 'codemirror';

window.createCodeMirror6 = (parent, doc, label) =>
  new EditorView({
    doc,
    parent,
    extensions: [basicSetup, javascript(), EditorView.contentAttributes.of({ 'aria-label': label })],
  });
