import type { CdpSession } from '../handles.js';

/** A file chooser or a file field of a page. */
export interface FileChooser {
  readonly multiple: boolean;
  setFiles(paths: string[]): Promise<void>;
}

/** Keeps file choosers from opening, and passes each one to `onOpened`. */
export async function interceptFileChoosers(
  session: CdpSession,
  onOpened: (chooser: FileChooser) => void,
): Promise<void> {
  session.on('Page.fileChooserOpened', ({ mode, backendNodeId }) => {
    onOpened({
      multiple: mode === 'selectMultiple',
      async setFiles(files) {
        if (backendNodeId !== undefined) await session.send('DOM.setFileInputFiles', { files, backendNodeId });
      },
    });
  });
  await session.send('Page.setInterceptFileChooserDialog', { enabled: true });
}
