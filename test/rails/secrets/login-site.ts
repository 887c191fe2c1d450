import { createServer, type Server } from 'node:http';

/** A login page on 127.0.0.1, with a frame of another site, and what its server received. */
export interface LoginSite {
  url: string;
  /** The same server as another origin. */
  otherUrl: string;
  /** The bodies and addresses of all requests except for pages. */
  received: string[];
  /** The value of the first query parameter `v` of each report of the pages. */
  reports: string[];
  close(): void;
}

const login = (frame: string): string => `<!doctype html><title>Sign in</title>
<form method="post" action="/login">
<label>User <input id="user" name="user"></label>
<label>Password <input id="password" name="password" type="password"></label>
<label>Pin <input id="pin" name="pin" inputmode="numeric"></label>
<button>Sign in</button></form>
<form role="search"><label>Find <input id="find" name="q"></label></form>
<label>Comment <textarea id="comment"></textarea></label>
<label>Page <input id="page" type="url"></label>
<button id="show" type="button" onclick="password.type = 'text'">Show the password</button>
<button id="echo" type="button" onclick="out.textContent = 'You typed ' + password.value">Echo</button>
<p id="out"></p>
<script>addEventListener('input', ({ target }) => fetch('/report?v=' + encodeURIComponent(target.id + '=' + target.value)));</script>
<iframe src="${frame}/frame" width="400" height="80"></iframe>`;

const frame = `<!doctype html><title>Frame</title><label>Frame password <input id="framed" type="password"></label>
<script>addEventListener('input', ({ target }) => fetch('/report?v=' + encodeURIComponent(target.id + '=' + target.value)));</script>`;

export async function serveLogin(pages: Record<string, string> = {}): Promise<LoginSite> {
  const received: string[] = [];
  const reports: string[] = [];
  let port = 0;
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      if (pathname === '/report') reports.push(searchParams.get('v') ?? '');
      else if (pathname !== '/favicon.ico') received.push(`${request.method} ${request.url} ${body}`.trim());
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (pathname === '/login') response.end(`<title>Welcome</title><h1>Welcome</h1><p>${body}</p>`);
      else response.end(pages[pathname] ?? (pathname === '/frame' ? frame : login(`http://localhost:${port}`)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    otherUrl: `http://localhost:${port}`,
    received,
    reports,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
