/** Where a text was read, or where it goes: a host with its port, or a desktop program as `app:name`. */
export type Origin = string;

/** The origin of what a screen shows. Undefined if nothing is known. */
export function originOf(url: string | undefined, app: string | undefined): Origin | undefined {
  if (url !== undefined && URL.canParse(url)) {
    const { host, protocol } = new URL(url);
    return host === '' ? protocol : host.replace(/^www\./, '');
  }
  return app === undefined ? undefined : `app:${app}`;
}

/** Whether both belong to one site: equal, or one host is below the other. */
export function isSameSite(one: Origin, other: Origin): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}
