import { describeTarget } from './act/describe-target.js';
import { hasDragStarted, watchDragStart } from './act/drag-start.js';
import { isEditorFocused, pasteText, readEditorText, readSelection } from './act/editor-input.js';
import { locateFrame } from './act/locate-frame.js';
import { describePoint, prepare } from './act/prepare.js';
import { findPanePoint, findScrollPoint, scrollPane } from './act/scroll-point.js';
import { describeSecretPlace, insertSecret } from './act/secret-field.js';
import { countText, selectText } from './act/select-text.js';
import { selectTyped, setValue } from './act/set-value.js';
import { finishSubmit, watchSubmit } from './act/submit-form.js';
import {
  clearFiles,
  findFileField,
  insertLongText,
  isFocusEditable,
  placeCaret,
  readTextArea,
} from './act/text-input.js';
import { captureView, commitView } from './collect/capture-view.js';
import { showsText } from './collect/find-text.js';
import { dispatchProbes, noteListeners, takeHostCandidates } from './collect/probes.js';
import { readViewport } from './dom/box.js';
import { elementOf, numberOf, registerClosedRoot } from './dom/node-registry.js';
import type { PageCalls } from './protocol.js';
import { readAttributes, readElements } from './read/read-elements.js';
import { readBlocks, readParts } from './read/read-page.js';
import { probeFocus, probeLastTarget } from './record/input-handling.js';
import { observeRoot } from './record/observe-mutations.js';
import { discardLateChanges, startAction, startRecorder } from './record/recorder.js';
import { settle, waitForFirstChange, waitUntilReady } from './record/settle.js';

/** The functions that the driver calls in a document. They run in an isolated world, so the page's scripts cannot see them. */
const documentKey = `${performance.timeOrigin}-${Math.random()}`;

const page = {
  captureView,
  commitView,
  takeHostCandidates,
  dispatchProbes,
  noteListeners,
  prepare,
  describePoint,
  describeTarget,
  watchDragStart,
  hasDragStarted,
  locateFrame,
  readViewport,
  showsText,
  isConnected: ({ number }: { number: number }) => elementOf(number) !== undefined,
  startAction,
  discardLateChanges,
  probeLastTarget,
  probeFocus,
  findPanePoint,
  findScrollPoint,
  scrollPane,
  settle,
  waitForFirstChange,
  waitUntilReady,
  setValue,
  placeCaret,
  insertLongText,
  isEditorFocused,
  pasteText,
  readEditorText,
  readSelection,
  readTextArea,
  clearFiles,
  findFileField,
  isFocusEditable,
  describeSecretPlace,
  insertSecret,
  watchSubmit,
  finishSubmit,
  selectTyped,
  countText,
  selectText,
  readElements,
  readParts,
  readAttributes,
  readBlocks,
  documentKey: () => documentKey,
  numberOf,
  elementOf,
  adoptRoot(host: Element, root: ShadowRoot): void {
    registerClosedRoot(host, root);
    observeRoot(root);
  },
};

const scope = globalThis as typeof globalThis & { __handrail__?: PageCalls };
// Not `in`: an element with this id is a property of the window too.
if (!Object.hasOwn(scope, '__handrail__')) {
  scope.__handrail__ = page;
  startRecorder();
}
