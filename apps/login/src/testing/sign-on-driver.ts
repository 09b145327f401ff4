import type { LightMyRequestResponse } from 'fastify';
import type { Browser } from './login-site.ts';

interface Page {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

/**
 * One user's browser on both sites, with the cookies of each. Redirects are single steps: a test can stop
 * anywhere.
 */
export class SignOnDriver {
  readonly browser: Browser;
  readonly #issuer: string;
  readonly #cookies = new Map<string, string>();

  constructor(browser: Browser, issuer: string) {
    this.browser = browser;
    this.#issuer = issuer;
  }

  /** Goes to the provider, through its login and consent, and returns its redirect URL. */
  async callbackUrl(person: string, start = '/oidc/start'): Promise<URL> {
    const begun = await this.browser.navigate(start);
    return this.authenticate(String(begun.headers.location), person);
  }

  async authenticate(authorizationUrl: string, person: string): Promise<URL> {
    let url = authorizationUrl;
    for (let step = 0; step < 12; step++) {
      if (!url.startsWith(this.#issuer)) return new URL(url);
      const page = await this.visit(url);
      url = page.location ?? (await this.#submit(url, page.body, person));
    }
    throw new Error('the provider did not send the browser back');
  }

  /** The whole sign-on, up to the login site's answer to the callback. */
  async signOn(person: string, start?: string): Promise<LightMyRequestResponse> {
    return this.comeBack(await this.callbackUrl(person, start));
  }

  comeBack(url: URL): Promise<LightMyRequestResponse> {
    return this.browser.navigate(url.pathname + url.search, { 'sec-fetch-site': 'cross-site' });
  }

  /** Confirms the provider's logout page. Returns the URL of the redirect. */
  async logOutAtProvider(endSessionUrl: string): Promise<string | undefined> {
    const page = await this.visit(endSessionUrl);
    const action = /action="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    return (await this.visit(action, new URLSearchParams({ xsrf, logout: 'yes' }))).location;
  }

  async visit(url: string, form?: URLSearchParams): Promise<Page> {
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      ...(form ? { body: form } : {}),
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      if (at === pair.length - 1) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = answer.headers.get('location');
    return {
      status: answer.status,
      location: location === null ? undefined : new URL(location, url).href,
      body: await answer.text(),
    };
  }

  async #submit(url: string, body: string, person: string): Promise<string> {
    const prompt = /name="prompt" value="(login|consent)"/.exec(body)?.[1];
    if (prompt === undefined) throw new Error(`no form at ${url}:\n${body.slice(0, 2000)}`);
    const answer = await this.visit(url, new URLSearchParams({ prompt, login: person, password: 'any' }));
    if (answer.location === undefined) throw new Error(`the form at ${url} led nowhere`);
    return answer.location;
  }
}
