import { html } from './html.ts';
import { icons } from './icons.ts';
import { brand, footer, layout, type PageContext, tools } from './layout.ts';
import type { LoginKey } from './login-messages.ts';

interface Action {
  readonly label: LoginKey;
  readonly href: string;
}

export interface MessagePage {
  readonly title: LoginKey;
  readonly lead: LoginKey;
  readonly primary: Action;
  readonly secondary?: Action;
  readonly isError?: boolean;
}

/** A page with one message and one or two links. */
export function messagePage(context: PageContext, page: MessagePage): string {
  const { t } = context;
  const title = t(page.title);
  const link = ({ label, href }: Action, kind: 'primary' | 'secondary') =>
    html`<a class="${kind}" href="${href}">${t(label)}</a>`;
  return layout(context, {
    title,
    bodyClass: 'message',
    content: html`<header class="tools">${tools(context)}</header>
<main class="card narrow">
${brand(t)}
<h1>${page.isError && html`<span class="bad">${icons.alert}</span>`}${title}</h1>
<p class="lead">${t(page.lead)}</p>
<p class="actions">${page.secondary && link(page.secondary, 'secondary')}${link(page.primary, 'primary')}</p>
</main>
${footer(context)}`,
  });
}
