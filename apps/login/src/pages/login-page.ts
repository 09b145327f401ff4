import { labelOf, roleChoiceKey } from '@gwanje/domain/mappings/labels';
import { type Html, html } from './html.ts';
import { icons } from './icons.ts';
import { brand, footer, layout, type PageContext, tools } from './layout.ts';
import type { LoginTranslate } from './login-messages.ts';
import { otherSessions } from './second-factor-page.ts';

export interface LoginPage {
  /** Already validated. The script goes there after signing in. */
  readonly returnUrl: string;
  /** After the password, if a second factor is needed. */
  readonly secondFactorHref: string;
  /** False: browsers allow no passkeys at this address. */
  readonly mayUsePasskeys: boolean;
  readonly singleSignOnHref: string | undefined;
  readonly isDemo: boolean;
  readonly notice: 'loggedOut' | undefined;
}

const DEMO_ACCOUNTS = [
  { userId: 'key', roleChoice: 10 },
  { userId: 'total', roleChoice: 1 },
  { userId: 'group', roleChoice: 3 },
  { userId: 'user', roleChoice: 2 },
] as const;
const DEMO_PASSWORD = 'gwanje-demo';

export function loginPage(context: PageContext, page: LoginPage): string {
  const { t } = context;
  return layout(context, {
    title: t('loginTitle'),
    bodyClass: 'split',
    content: html`<aside class="scene">
${brand(t)}
<div class="scene-words"><p class="scene-title">${t('tagline')}</p><p>${t('taglineMore')}</p></div>
</aside>
<div class="side">
<header class="tools">${tools(context)}</header>
<main class="entry">
<div class="entry-brand">${brand(t)}</div>
<h1>${t('loginTitle')}</h1>
<p class="lead">${t('loginLead')}</p>
${page.notice && html`<p class="notice" role="status">${t(page.notice)}</p>`}
${form(t, page)}
${page.mayUsePasskeys && passkeyForm(t, page)}
${page.singleSignOnHref && singleSignOn(t, page.singleSignOnHref)}
${page.isDemo && demoHint(context, t)}
</main>
${footer(context)}
</div>`,
  });
}

function form(t: LoginTranslate, page: LoginPage): Html {
  return html`<form id="login" method="post" action="/api/session" data-return-url="${page.returnUrl}" data-second-factor-href="${page.secondFactorHref}" novalidate>
<p class="form-error" id="login-error" role="alert" hidden>${icons.alert}<span></span></p>
<div class="field"><label for="userId">${t('userId')}</label>
<input id="userId" name="userId" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" maxlength="64" required autofocus aria-describedby="login-error"></div>
<div class="field"><label for="password">${t('password')}</label>
<div class="with-button"><input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required aria-describedby="login-error caps-lock">
<button class="reveal" type="button" data-reveal="password" aria-pressed="false" aria-label="${t('script.showPassword')}" title="${t('script.showPassword')}"><span class="when-hidden">${icons.eye}</span><span class="when-shown">${icons.eyeOff}</span></button></div>
<p class="hint" id="caps-lock" hidden>${t('capsLock')}</p></div>
<button class="primary" type="submit">${t('script.logIn')}</button>
<section class="notice" id="other-sessions" role="alert" hidden><p>${t('tooManySessions')}</p><ul></ul>
<button class="secondary" type="submit" name="endsOthers">${t('endAndLogIn')}</button></section>
<noscript><p class="notice">${t('scriptNeeded')}</p></noscript>
</form>`;
}

function passkeyForm(t: LoginTranslate, page: LoginPage): Html {
  return html`<form id="passkey-sign-in" method="post" action="/api/session/passkey" data-return-url="${page.returnUrl}" hidden>
<div class="divider"><span>${t('or')}</span></div>
<p class="form-error" role="alert" hidden>${icons.alert}<span></span></p>
<button class="secondary" type="button" data-use-passkey>${icons.key}${t('signInWithPasskey')}</button>${otherSessions(t)}</form>`;
}

function singleSignOn(t: LoginTranslate, href: string): Html {
  return html`<div class="divider"><span>${t('or')}</span></div>
<a class="secondary" href="${href}">${icons.key}${t('singleSignOn')}</a>`;
}

function demoHint(context: PageContext, t: LoginTranslate): Html {
  const accounts = DEMO_ACCOUNTS.map(
    (account) =>
      html`<li><button type="button" data-demo-user="${account.userId}" data-demo-password="${DEMO_PASSWORD}"><code>${account.userId}</code><span>${labelOf(roleChoiceKey(account.roleChoice), context.language)}</span></button></li>`,
  );
  return html`<section class="demo" aria-labelledby="demo-title"><h2 id="demo-title">${t('demoAccounts')}</h2><ul>${accounts}</ul><p>${t('demoPassword')} <code>${DEMO_PASSWORD}</code></p></section>`;
}
