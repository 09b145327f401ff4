import { hasSecondFactor } from '@gwanje/backend/identity/factors/factors';
import type { SessionSummary } from '@gwanje/backend/identity/sessions';
import type { SignInSummary } from '@gwanje/backend/identity/sign-ins';
import type { User } from '@gwanje/contract/users/users';
import { deviceName } from '@gwanje/domain/formats/device-name';
import { labelOf, roleKey } from '@gwanje/domain/mappings/labels';
import type { PortalLink } from '../config.ts';
import { codeField, type FactorCard, factorList } from './factor-card.ts';
import { type Html, html } from './html.ts';
import { icons } from './icons.ts';
import { brand, footer, layout, type PageContext, passwordField, time, tools } from './layout.ts';
import type { LoginKey, LoginTranslate } from './login-messages.ts';

export interface PortalPage {
  readonly user: User;
  readonly links: readonly PortalLink[];
  readonly signIns: readonly SignInSummary[];
  readonly hasPassword: boolean;
  readonly passwordMinLength: number;
  readonly factor: FactorCard & { readonly isProofFresh: boolean };
  readonly sessions: readonly (SessionSummary & { readonly isCurrent: boolean })[];
}

export function portalPage(context: PageContext, page: PortalPage): string {
  const { t } = context;
  const role = labelOf(roleKey(page.user.role, page.user.isKeyUser), context.language);
  return layout(context, {
    title: t('portalTitle'),
    bodyClass: 'portal',
    content: html`<header class="bar">${brand(t)}<span class="bar-title">${t('portalTitle')}</span>
<span class="bar-space"></span>${tools(context)}
<span class="who"><b>${page.user.name}</b> · ${role}</span>
<a class="tool" href="/logout" aria-label="${t('logOut')}">${icons.logOut}<span>${t('logOut')}</span></a></header>
<main class="board">
<h1>${t('welcome', { name: page.user.name })}</h1>
<section class="systems" aria-labelledby="systems-title"><div class="section-head"><h2 id="systems-title">${t('systems')}</h2><p>${t('systemsLead')}</p></div>
<ul>${page.links.map(systemCard)}</ul></section>
<div class="columns">
<div class="column">${accountCard(t, page.user, role)}${sessionsCard(t, page)}${signInsCard(t, page)}</div>
<div class="column">${factorsCard(t, page)}${passwordCard(t, page)}</div>
</div>
</main>
${footer(context)}`,
  });
}

function systemCard(link: PortalLink): Html {
  return html`<li><a class="system" href="${link.url}"><span><b>${link.label}</b><small>${new URL(link.url).host}</small></span>${icons.arrow}</a></li>`;
}

function accountCard(t: LoginTranslate, user: User, role: string): Html {
  const lines: [string, Html | string][] = [
    [t('userId'), user.userId],
    [t('role'), role],
    [t('email'), user.email ?? '-'],
    [t('signOnWith'), user.isSingleSignOn === 'Y' ? t('bySingleSignOn') : t('byPassword')],
    [t('lastLogin'), user.lastLoginAt === null ? '-' : time(new Date(user.lastLoginAt))],
  ];
  return html`<section class="card" aria-labelledby="account-title"><h2 id="account-title">${t('account')}</h2>
<dl>${lines.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

function sessionsCard(t: LoginTranslate, page: PortalPage): Html {
  const rows = page.sessions.map(
    (session) => html`<li class="session">${icons.device}
<div><b>${deviceName(session.userAgent) ?? t('unknownDevice')}</b>${session.isCurrent && html`<span class="chip">${t('thisSession')}</span>`}
<small>${session.address} · ${t('since')} ${time(session.createdAt)} · ${t('lastSeen')} ${time(session.lastSeenAt)}</small></div>
${!session.isCurrent && html`<button class="quiet" type="button" data-end-session="${session.tokenHash.toString('hex')}">${t('end')}</button>`}</li>`,
  );
  const hasOthers = page.sessions.some((session) => !session.isCurrent);
  return html`<section class="card" aria-labelledby="sessions-title"><div class="card-head"><h2 id="sessions-title">${t('sessions')}</h2>
${hasOthers && html`<button class="quiet" type="button" data-end-session="others">${t('endOthers')}</button>`}</div>
<p class="lead">${t('sessionsLead')}</p>
<p class="form-error" id="sessions-error" role="alert" hidden>${icons.alert}<span></span></p>
<ul class="session-list">${rows}</ul></section>`;
}

/** Users recognise a sign-in that was not theirs. */
function signInsCard(t: LoginTranslate, { signIns }: PortalPage): Html {
  const rows = signIns.map(
    ({ at, userAgent, address, isNewBrowser, method }) => html`<li class="session">${icons.device}
<div><b>${deviceName(userAgent) ?? t('unknownDevice')}</b>${isNewBrowser && html`<span class="chip few">${t('newDevice')}</span>`}
<small>${address} · ${time(at)} · ${t(METHOD_KEYS[method] ?? 'byPassword')}</small></div></li>`,
  );
  return html`<section class="card" aria-labelledby="sign-ins-title"><h2 id="sign-ins-title">${t('signIns')}</h2>
<p class="lead">${t('signInsLead')}</p><ul class="session-list">${rows}</ul></section>`;
}

const METHOD_KEYS: Readonly<Record<string, LoginKey>> = {
  password: 'byPassword',
  totp: 'byTotp',
  recoveryCode: 'byRecoveryCode',
  passkey: 'passkey',
  enrolment: 'byEnrolment',
  oidc: 'bySingleSignOn',
};

function passwordCard(t: LoginTranslate, page: PortalPage): Html {
  if (!page.hasPassword) return passwordSection(t, html`<p class="lead">${t('passwordElsewhere')}</p>`);
  const { factors, isProofFresh } = page.factor;
  if (hasSecondFactor(factors) && !isProofFresh)
    return passwordSection(t, html`<p class="notice">${t('passwordNeedsProof')}</p>`);
  return passwordSection(
    t,
    html`<p class="lead">${t('script.passwordRules', { min: page.passwordMinLength })} ${t('passwordEndsOthers')}</p>
<form id="password-change" method="post" action="/api/password" novalidate>
<p class="form-error" id="password-error" role="alert" hidden>${icons.alert}<span></span></p>
<p class="notice" id="password-done" role="status" hidden></p>
<input class="aside" name="username" autocomplete="username" value="${page.user.userId}" readonly tabindex="-1" aria-hidden="true">
${passwordField('currentPassword', t('currentPassword'), 'current-password')}
${passwordField('newPassword', t('newPassword'), 'new-password')}
${passwordField('repeatPassword', t('repeatPassword'), 'new-password')}
<p class="actions"><button class="primary" type="submit">${t('change')}</button></p>
</form>`,
  );
}

function passwordSection(t: LoginTranslate, body: Html): Html {
  return html`<section class="card" aria-labelledby="password-title"><h2 id="password-title">${t('passwordTitle')}</h2>${body}</section>`;
}

function factorsCard(t: LoginTranslate, page: PortalPage): Html {
  const body = page.hasPassword
    ? html`<p class="lead">${t(page.factor.isRequired ? 'factorsRequired' : 'factorsLead')}</p>${page.factor.isProofFresh ? factorList(t, page.factor) : proofForm(t, page.factor)}`
    : html`<p class="lead">${t('factorsElsewhere')}</p>`;
  return html`<section class="card" id="factors" aria-labelledby="factors-title"><h2 id="factors-title">${t('secondFactor')}</h2>${body}</section>`;
}

/** An unattended browser must not get another factor. */
function proofForm(t: LoginTranslate, { factors, mayUsePasskeys }: PortalPage['factor']): Html {
  const hasPasskey = mayUsePasskeys && factors.passkeys.length > 0;
  const hasAny = hasSecondFactor(factors);
  return html`<form id="proof" method="post" action="/api/proof" novalidate>
<p class="notice">${t('proofLead')}</p>
<p class="form-error" role="alert" hidden>${icons.alert}<span></span></p>
${hasPasskey && html`<button class="primary" type="button" data-use-passkey>${icons.key}${t('usePasskey')}</button><div class="divider"><span>${t('or')}</span></div>`}
${
  hasAny
    ? codeField(t, 'proof-code', factors.hasTotp ? t('codeOrRecovery') : t('recoveryCode'), 'text')
    : passwordField('proofPassword', t('currentPassword'), 'current-password')
}
<p class="actions"><button class="${hasPasskey ? 'secondary' : 'primary'}" type="submit">${t('confirm')}</button></p>
</form>`;
}
