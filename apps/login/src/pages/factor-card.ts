import type { Factors } from '@gwanje/backend/identity/factors/factors';
import { RECOVERY_CODE_CNT } from '@gwanje/contract/users/second-factor';
import { type Html, html } from './html.ts';
import { icons } from './icons.ts';
import { time } from './layout.ts';
import type { LoginTranslate } from './login-messages.ts';

export interface FactorCard {
  readonly factors: Factors;
  /** False: browsers allow no passkeys at this address. */
  readonly mayUsePasskeys: boolean;
  /** The role needs a second factor. */
  readonly isRequired: boolean;
}

/** Below this the user is asked to make new recovery codes. */
const FEW_CODES = 3;

/** The list of the user's second factors, with the buttons that change it. The script opens the dialogs. */
export function factorList(t: LoginTranslate, { factors, mayUsePasskeys }: FactorCard): Html {
  const { hasTotp, passkeys, recoveryCodeCnt } = factors;
  const hasAny = hasTotp || passkeys.length > 0;
  return html`<p class="form-error" id="factors-error" role="alert" hidden>${icons.alert}<span></span></p>
<ul class="session-list">
<li class="session">${icons.phone}<div><b>${t('totp')}</b>${hasTotp && html`<span class="chip">${t('inUse')}</span>`}<small>${t('totpLead')}</small></div>
${
  hasTotp
    ? html`<button class="quiet" type="button" data-remove="totp" data-name="${t('totp')}">${t('remove')}</button>`
    : html`<button class="quiet" type="button" data-open="totp">${t('setUp')}</button>`
}</li>
${passkeys.map(
  ({ passkeyId, name, createdAt, lastUsedAt }) =>
    html`<li class="session">${icons.key}<div><b>${name}</b><small>${t('added')} ${time(createdAt)}${lastUsedAt !== null && html` · ${t('lastUsed')} ${time(lastUsedAt)}`}</small></div>
<button class="quiet" type="button" data-rename="${passkeyId}" data-name="${name}">${t('rename')}</button>
<button class="quiet" type="button" data-remove="passkey/${passkeyId}" data-name="${name}">${t('remove')}</button></li>`,
)}
${
  mayUsePasskeys &&
  html`<li class="session">${icons.key}<div><b>${t('passkey')}</b><small>${t('passkeyLead')}</small></div>
<button class="quiet" type="button" data-open="passkey">${t('add')}</button></li>`
}
${
  hasAny &&
  html`<li class="session">${icons.list}<div><b>${t('recoveryCodes')}</b><span class="chip${recoveryCodeCnt < FEW_CODES && ' few'}">${t('codesLeft', { cnt: recoveryCodeCnt, of: RECOVERY_CODE_CNT })}</span><small>${t('recoveryLead')}</small></div>
<button class="quiet" type="button" data-codes>${t('renew')}</button></li>`
}
</ul>
${dialogs(t)}`;
}

function dialogs(t: LoginTranslate): Html {
  const error = html`<p class="form-error" role="alert" hidden>${icons.alert}<span></span></p>`;
  const cancel = html`<button class="secondary" type="button" data-close>${t('cancel')}</button>`;
  return html`<dialog class="card" id="totp-dialog" aria-labelledby="totp-title"><form method="dialog" novalidate>
<h2 id="totp-title">${t('totpTitle')}</h2>
<p class="lead">${t('totpScan')}</p>
<div class="qr" data-qr role="img" aria-label="${t('qrCode')}"></div>
<p class="lead">${t('totpType')}</p><p><code data-secret></code></p>
${codeField(t, 'totp-code', t('codeOfApp'), 'numeric')}
${error}<p class="actions">${cancel}<button class="primary" type="submit">${t('setUp')}</button></p></form></dialog>
<dialog class="card" id="passkey-dialog" aria-labelledby="passkey-title"><form method="dialog" novalidate>
<h2 id="passkey-title"><span data-when="new">${t('passkeyTitle')}</span><span data-when="rename">${t('renameTitle')}</span></h2>
<p class="lead" data-when="new">${t('passkeyMore')}</p>
<div class="field"><label for="passkey-name">${t('passkeyName')}</label><input id="passkey-name" maxlength="60" required></div>
${error}<p class="actions">${cancel}<button class="primary" type="submit"><span data-when="new">${t('continue')}</span><span data-when="rename">${t('save')}</span></button></p></form></dialog>
<dialog class="card" id="remove-dialog" aria-labelledby="remove-title"><form method="dialog" novalidate>
<h2 id="remove-title" data-title></h2><p class="lead">${t('removeLead')}</p>
${error}<p class="actions">${cancel}<button class="primary" type="submit">${t('remove')}</button></p></form></dialog>
<dialog class="card" id="codes-dialog" aria-labelledby="codes-title"><form method="dialog" novalidate>
<h2 id="codes-title">${t('recoveryCodes')}</h2><p class="lead">${t('codesOnce')}</p>
<ol class="codes" data-codes-list></ol>
<p class="actions"><button class="secondary" type="button" data-copy-codes>${t('copy')}</button><button class="primary" type="submit">${t('codesKept')}</button></p></form></dialog>`;
}

export function codeField(t: LoginTranslate, id: string, label: string, inputmode: 'numeric' | 'text'): Html {
  return html`<div class="field"><label for="${id}">${label}</label><input id="${id}" name="code" class="code" inputmode="${inputmode}" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="40" required aria-describedby="${id}-hint"><p class="hint" id="${id}-hint">${t('codeHint')}</p></div>`;
}
