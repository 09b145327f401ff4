import { html } from './html.ts';
import { texts } from '../texts.ts';
import { icons } from './icons.ts';
import { brand, footer, layout, type PageContext, tools } from './layout.ts';

/** The script requests the user of the link: the secret is in the URL fragment, which no server receives. */
export function setPasswordPage(context: PageContext): string {
  const text = texts[context.language];
  const field = (name: string, label: string) =>
    html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="password" autocomplete="new-password" maxlength="200" required aria-describedby="${name}-error"><p class="field-error" id="${name}-error" hidden></p></div>`;
  return layout(context, {
    title: text.setPasswordTitle,
    bodyClass: 'message',
    scriptTexts: [
      ...(['enterPassword', 'repeatDiffers', 'tooShort', 'tooLong', 'common', 'sameAsUserId'] as const),
      ...(['linkWorthless', 'linkInvitation', 'linkReset', 'linkDone'] as const),
      ...(['locked', 'tooMany', 'unavailable', 'failed', 'minutesSeconds', 'seconds'] as const),
    ],
    content: html`<header class="tools">${tools(context)}</header>
<main class="card narrow">
${brand(text)}
<h1>${text.setPasswordTitle}</h1>
<p class="lead" id="link-lead" role="status">${text.linkChecking}</p>
<form id="set-password" method="post" action="/api/link/password" novalidate hidden>
<p class="form-error" id="set-password-error" role="alert" hidden>${icons.alert}<span></span></p>
<input class="aside" id="link-user" name="username" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${field('newPassword', text.newPassword)}
${field('repeatPassword', text.repeatPassword)}
<p class="actions"><button class="primary" type="submit">${text.setPassword}</button></p>
</form>
<p class="actions" id="link-onwards" hidden><a class="primary" href="/login">${text.logIn}</a></p>
<noscript><p class="notice">${text.scriptNeeded}</p></noscript>
</main>
${footer(context)}`,
  });
}
