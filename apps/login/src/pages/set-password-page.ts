import { html } from './html.ts';
import { icons } from './icons.ts';
import { cardPage, type PageContext, passwordField } from './layout.ts';

/** The script requests the user of the link: the secret is in the URL fragment, which no server receives. */
export function setPasswordPage(context: PageContext): string {
  const { t } = context;
  return cardPage(
    context,
    t('setPasswordTitle'),
    html`<p class="lead" id="link-lead" role="status">${t('linkChecking')}</p>
<form id="set-password" method="post" action="/api/link/password" novalidate hidden>
<p class="form-error" id="set-password-error" role="alert" hidden>${icons.alert}<span></span></p>
<p class="hint" id="password-rules"></p>
<input class="aside" id="link-user" name="username" autocomplete="username" readonly tabindex="-1" aria-hidden="true">
${passwordField('newPassword', t('newPassword'), 'new-password')}
${passwordField('repeatPassword', t('repeatPassword'), 'new-password')}
<p class="actions"><button class="primary" type="submit">${t('setPassword')}</button></p>
</form>
<p class="actions" id="link-onwards" hidden><a class="primary" href="/login">${t('script.logIn')}</a></p>
<noscript><p class="notice">${t('scriptNeeded')}</p></noscript>`,
  );
}
