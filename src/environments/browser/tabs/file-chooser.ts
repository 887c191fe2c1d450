import type { CDPSession } from 'playwright-core';

/** A file chooser that a page has opened, and nobody sees. */
export interface FileChooser {
  readonly multiple: boolean;
  setFiles(paths: string[]): Promise<void>;
}

/** Keeps file choosers from opening, and tells of each at once. */
export async function hearChoosers(session: CDPSession, hear: (chooser: FileChooser) => void): Promise<void> {
  session.on('Page.fileChooserOpened', ({ mode, backendNodeId }) => {
    hear({
      multiple: mode === 'selectMultiple',
      async setFiles(files) {
        if (backendNodeId !== undefined) await session.send('DOM.setFileInputFiles', { files, backendNodeId });
      },
    });
  });
  await session.send('Page.setInterceptFileChooserDialog', { enabled: true });
}
