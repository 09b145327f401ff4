import { html } from './html.ts';
import { cardPage, type PageContext } from './layout.ts';
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
export function messagePage({ title, lead, primary, secondary, isError }: MessagePage) {
  return (context: PageContext): string => {
    const { t } = context;
    const link = ({ label, href }: Action, kind: 'primary' | 'secondary') =>
      html`<a class="${kind}" href="${href}">${t(label)}</a>`;
    const content = html`<p class="lead">${t(lead)}</p>
<p class="actions">${secondary && link(secondary, 'secondary')}${link(primary, 'primary')}</p>`;
    return cardPage(context, t(title), content, isError);
  };
}
