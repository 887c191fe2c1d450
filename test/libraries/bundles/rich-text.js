import { registerRichText } from '@lexical/rich-text';
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from 'lexical';
import { baseKeymap } from 'prosemirror-commands';
import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { schema } from 'prosemirror-schema-basic';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';

const linesOf = (paragraphs) => paragraphs.join('\n');

window.createProseMirror = (place, label) => {
  const doc = schema.node('doc', null, [schema.node('paragraph', null, [schema.text('Old text')])]);
  const view = new EditorView(place, {
    state: EditorState.create({ doc, plugins: [history(), keymap(baseKeymap)] }),
    attributes: { 'aria-label': label },
  });
  return {
    text: () => linesOf(view.state.doc.children.map((node) => node.textBetween(0, node.content.size, '\n', '\n'))),
  };
};

window.createLexicalEditor = (root) => {
  const editor = createEditor({ namespace: 'test', onError: (error) => console.error(error) });
  editor.setRootElement(root);
  registerRichText(editor);
  editor.update(() => $getRoot().append($createParagraphNode().append($createTextNode('Old text'))));
  return {
    text: () =>
      editor.read(() =>
        linesOf(
          $getRoot()
            .getChildren()
            .map((node) => node.getTextContent()),
        ),
      ),
  };
};
