import { labelOf } from '@gwanje/domain/labels';
import { roleChoiceKey } from '@gwanje/domain/mappings/role';
import { type Html, html } from './html.ts';
import { type Texts, texts } from '../texts.ts';
import { icons } from './icons.ts';
import { brand, footer, layout, type PageContext, tools } from './layout.ts';

export interface LoginPage {
  /** Already validated. The script goes there after signing in. */
  readonly returnUrl: string;
  readonly hasSingleSignOn: boolean;
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
  const text = texts[context.language];
  return layout(context, {
    title: text.loginTitle,
    bodyClass: 'split',
    scriptTexts: [
      ...([
        'enterUserId',
        'enterPassword',
        'wrongCredentials',
        'locked',
        'lockOver',
        'tooMany',
        'suspended',
      ] as const),
      ...([
        'terminated',
        'unavailable',
        'minutesSeconds',
        'seconds',
        'showPassword',
        'hidePassword',
      ] as const),
      ...(['logIn', 'loggingIn', 'failed'] as const),
    ],
    content: html`<aside class="scene">
${brand(text)}
<div class="scene-words"><p class="scene-title">${text.tagline}</p><p>${text.taglineMore}</p></div>
</aside>
<div class="side">
<header class="tools">${tools(context)}</header>
<main class="entry">
<div class="entry-brand">${brand(text)}</div>
<h1>${text.loginTitle}</h1>
<p class="lead">${text.loginLead}</p>
${page.notice && html`<p class="notice" role="status">${text[page.notice]}</p>`}
${form(text, page)}
${page.hasSingleSignOn && singleSignOn(text, page)}
${page.isDemo && demoHint(context, text)}
</main>
${footer(context)}
</div>`,
  });
}

function form(text: Texts, page: LoginPage): Html {
  return html`<form id="login" method="post" action="/api/session" data-return-url="${page.returnUrl}" novalidate>
<p class="form-error" id="login-error" role="alert" hidden>${icons.alert}<span></span></p>
<div class="field"><label for="userId">${text.userId}</label>
<input id="userId" name="userId" autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" maxlength="64" required autofocus aria-describedby="login-error"></div>
<div class="field"><label for="password">${text.password}</label>
<div class="with-button"><input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required aria-describedby="login-error caps-lock">
<button class="reveal" type="button" data-reveal="password" aria-pressed="false" aria-label="${text.showPassword}" title="${text.showPassword}"><span class="when-hidden">${icons.eye}</span><span class="when-shown">${icons.eyeOff}</span></button></div>
<p class="hint" id="caps-lock" hidden>${text.capsLock}</p></div>
<button class="primary" type="submit">${text.logIn}</button>
<noscript><p class="notice">${text.scriptNeeded}</p></noscript>
</form>`;
}

function singleSignOn(text: Texts, page: LoginPage): Html {
  return html`<div class="divider"><span>${text.or}</span></div>
<a class="secondary" href="/oidc/start?returnUrl=${encodeURIComponent(page.returnUrl)}">${icons.key}${text.singleSignOn}</a>`;
}

function demoHint(context: PageContext, text: Texts): Html {
  const accounts = DEMO_ACCOUNTS.map(
    (account) =>
      html`<li><button type="button" data-demo-user="${account.userId}" data-demo-password="${DEMO_PASSWORD}"><code>${account.userId}</code><span>${labelOf(roleChoiceKey(account.roleChoice), context.language)}</span></button></li>`,
  );
  return html`<section class="demo" aria-labelledby="demo-title"><h2 id="demo-title">${text.demoAccounts}</h2><ul>${accounts}</ul><p>${text.demoPassword} <code>${DEMO_PASSWORD}</code></p></section>`;
}
