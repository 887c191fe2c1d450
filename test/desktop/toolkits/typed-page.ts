import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page with one large text area that reports its content after each change. */
export interface TypedPage {
  /** Starts Chromium with this page in its only window. */
  command: string[];
  /** The content that the page reported last. */
  content(): string;
  close(): void;
}

const page = `<!doctype html><meta charset=utf-8><title>Typed</title><textarea autofocus
  oninput="fetch('/',{method:'POST',body:value})" style="position:fixed;inset:0;width:100%;height:100%"></textarea>`;

export async function openTypedPage(profile: string): Promise<TypedPage> {
  let content = '';
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      // Requests may overtake each other.
      if (request.method === 'POST' && body.length >= content.length - 1) content = body;
      response.setHeader('Content-Type', 'text/html').end(page);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const options = ['--no-sandbox', '--no-first-run', `--user-data-dir=${profile}`];
  return {
    command: ['chromium', ...options, `--app=http://127.0.0.1:${port}/`],
    content: () => content,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
