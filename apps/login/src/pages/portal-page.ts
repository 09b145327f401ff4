import type { SessionSummary } from '@gwanje/backend/identity/sessions';
import type { User } from '@gwanje/contract/users/users';
import { labelOf } from '@gwanje/domain/labels';
import { roleKey } from '@gwanje/domain/mappings/role';
import type { PortalLink } from '../config.ts';
import { type Html, html } from './html.ts';
import { fill, type Texts, texts } from '../texts.ts';
import { deviceName } from './device.ts';
import { icons } from './icons.ts';
import { brand, footer, layout, type PageContext, tools } from './layout.ts';

export interface PortalPage {
  readonly user: User;
  readonly links: readonly PortalLink[];
  readonly hasPassword: boolean;
  readonly sessions: readonly (SessionSummary & { readonly isCurrent: boolean })[];
}

export function portalPage(context: PageContext, page: PortalPage): string {
  const text = texts[context.language];
  const role = labelOf(roleKey(page.user.role, page.user.isKeyUser), context.language);
  return layout(context, {
    title: text.portalTitle,
    bodyClass: 'portal',
    scriptTexts: [
      ...([
        'wrongPassword',
        'tooShort',
        'tooLong',
        'common',
        'sameAsUserId',
        'sameAsCurrent',
        'repeatDiffers',
      ] as const),
      ...([
        'enterPassword',
        'changed',
        'locked',
        'tooMany',
        'unavailable',
        'failed',
        'minutesSeconds',
        'seconds',
      ] as const),
    ],
    content: html`<header class="bar">${brand(text)}<span class="bar-title">${text.portalTitle}</span>
<span class="bar-space"></span>${tools(context)}
<span class="who"><b>${page.user.name}</b> · ${role}</span>
<a class="tool" href="/logout" aria-label="${text.logOut}">${icons.logOut}<span>${text.logOut}</span></a></header>
<main class="board">
<h1>${fill(text.welcome, { name: page.user.name })}</h1>
<section class="systems" aria-labelledby="systems-title"><div class="section-head"><h2 id="systems-title">${text.systems}</h2><p>${text.systemsLead}</p></div>
<ul>${page.links.map(systemCard)}</ul></section>
<div class="columns">
<div class="column">${accountCard(text, page.user, role)}${sessionsCard(text, page)}</div>
<div class="column">${passwordCard(text, page)}</div>
</div>
</main>
${footer(context)}`,
  });
}

function systemCard(link: PortalLink): Html {
  return html`<li><a class="system" href="${link.url}"><span><b>${link.label}</b><small>${new URL(link.url).host}</small></span>${icons.arrow}</a></li>`;
}

function accountCard(text: Texts, user: User, role: string): Html {
  const lines: [string, Html | string][] = [
    [text.userId, user.userId],
    [text.role, role],
    [text.email, user.email ?? '-'],
    [text.signOnWith, user.isSingleSignOn === 'Y' ? text.bySingleSignOn : text.byPassword],
    [text.lastLogin, user.lastLoginAt === null ? '-' : time(new Date(user.lastLoginAt))],
  ];
  return html`<section class="card" aria-labelledby="account-title"><h2 id="account-title">${text.account}</h2>
<dl>${lines.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

function sessionsCard(text: Texts, page: PortalPage): Html {
  const rows = page.sessions.map(
    (session) => html`<li class="session">${icons.device}
<div><b>${deviceName(session.userAgent) ?? text.unknownDevice}</b>${session.isCurrent && html`<span class="chip">${text.thisSession}</span>`}
<small>${session.address} · ${text.since} ${time(session.createdAt)} · ${text.lastSeen} ${time(session.lastSeenAt)}</small></div>
${!session.isCurrent && html`<button class="quiet" type="button" data-end-session="${session.tokenHash.toString('hex')}">${text.end}</button>`}</li>`,
  );
  const hasOthers = page.sessions.some((session) => !session.isCurrent);
  return html`<section class="card" aria-labelledby="sessions-title"><div class="card-head"><h2 id="sessions-title">${text.sessions}</h2>
${hasOthers && html`<button class="quiet" type="button" data-end-session="others">${text.endOthers}</button>`}</div>
<p class="lead">${text.sessionsLead}</p>
<p class="form-error" id="sessions-error" role="alert" hidden>${icons.alert}<span></span></p>
<ul class="session-list">${rows}</ul></section>`;
}

function passwordCard(text: Texts, page: PortalPage): Html {
  const body = page.hasPassword
    ? html`<p class="lead">${text.passwordLead}</p>
<form id="password-change" method="post" action="/api/password" novalidate>
<p class="form-error" id="password-error" role="alert" hidden>${icons.alert}<span></span></p>
<p class="notice" id="password-done" role="status" hidden></p>
<input class="aside" name="username" autocomplete="username" value="${page.user.userId}" readonly tabindex="-1" aria-hidden="true">
${passwordField('currentPassword', text.currentPassword, 'current-password')}
${passwordField('newPassword', text.newPassword, 'new-password')}
${passwordField('repeatPassword', text.repeatPassword, 'new-password')}
<p class="actions"><button class="primary" type="submit">${text.change}</button></p>
</form>`
    : html`<p class="lead">${text.passwordElsewhere}</p>`;
  return html`<section class="card" aria-labelledby="password-title"><h2 id="password-title">${text.passwordTitle}</h2>${body}</section>`;
}

function passwordField(name: string, label: string, autocomplete: string): Html {
  return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" maxlength="200" required aria-describedby="${name}-error"><p class="field-error" id="${name}-error" hidden></p></div>`;
}

/** The script shows the time in the browser's zone. Without a script it is marked as UTC. */
function time(at: Date): Html {
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}
