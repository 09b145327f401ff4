import { codeField, type FactorCard, factorList } from './factor-card.ts';
import { type Html, html } from './html.ts';
import { icons } from './icons.ts';
import { cardPage, type PageContext } from './layout.ts';
import type { LoginTranslate } from './login-messages.ts';

export interface SecondFactorPage {
  /** Already validated. The script goes there after signing in. */
  readonly returnUrl: string;
  readonly loginHref: string;
  readonly step: 'use' | 'enrol' | 'enrolled';
  readonly name: string;
  readonly card: FactorCard;
}

/** After the password: use the second factor, or enrol one because the role needs it. */
export function secondFactorPage(context: PageContext, page: SecondFactorPage): string {
  const { t } = context;
  const { step, card, returnUrl, loginHref, name } = page;
  const back = html`<p class="back"><a href="${loginHref}">${t('otherAccount')}</a></p>`;
  if (step === 'use')
    return cardPage(
      context,
      t('secondFactor'),
      html`<p class="lead">${t('secondFactorLead', { name })}</p>${useForm(t, page)}${back}`,
    );
  return cardPage(
    context,
    t('enrolTitle'),
    html`<p class="lead">${t(step === 'enrol' ? 'enrolLead' : 'enrolledLead', { name })}</p>
<section id="factors" data-is-enrolment>${step === 'enrol' && factorList(t, card)}</section>
<form id="enrolled" method="post" action="/api/session/enrolled" data-return-url="${returnUrl}" data-login-href="${loginHref}" novalidate${step === 'enrol' && ' hidden'}>
<p class="form-error" role="alert" hidden>${icons.alert}<span></span></p>
<button class="primary" type="submit">${t('continue')}</button>${otherSessions(t)}</form>${back}`,
  );
}

function useForm(t: LoginTranslate, { card, returnUrl, loginHref }: SecondFactorPage): Html {
  const hasPasskey = card.mayUsePasskeys && card.factors.passkeys.length > 0;
  return html`<form id="second-factor" method="post" action="/api/session/code" data-return-url="${returnUrl}" data-login-href="${loginHref}" novalidate>
<p class="form-error" role="alert" hidden>${icons.alert}<span></span></p>
${hasPasskey && html`<button class="primary" type="button" data-use-passkey>${icons.key}${t('usePasskey')}</button><div class="divider"><span>${t('or')}</span></div>`}
${codeField(t, 'factor-code', card.factors.hasTotp ? t('codeOrRecovery') : t('recoveryCode'), 'text')}
<button class="${hasPasskey ? 'secondary' : 'primary'}" type="submit">${t('confirm')}</button>
${otherSessions(t)}
<noscript><p class="notice">${t('scriptNeeded')}</p></noscript>
</form>`;
}

export function otherSessions(t: LoginTranslate): Html {
  return html`<section class="notice" data-other-sessions role="alert" hidden><p>${t('tooManySessions')}</p><ul></ul>
<button class="secondary" type="button" data-end-others>${t('endAndLogIn')}</button></section>`;
}
