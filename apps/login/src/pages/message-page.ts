import { html } from './html.ts';
import { texts } from '../texts.ts';
import { icons } from './icons.ts';
import { brand, footer, layout, type PageContext, tools } from './layout.ts';

interface Action {
  readonly label: string;
  readonly href: string;
}

export interface MessagePage {
  readonly title: string;
  readonly lead: string;
  readonly primary: Action;
  readonly secondary?: Action;
  readonly isError?: boolean;
}

/** A page with one message and one or two links. */
export function messagePage(context: PageContext, page: MessagePage): string {
  return layout(context, {
    title: page.title,
    bodyClass: 'message',
    content: html`<header class="tools">${tools(context)}</header>
<main class="card narrow">
${brand(texts[context.language])}
<h1>${page.isError && html`<span class="bad">${icons.alert}</span>`}${page.title}</h1>
<p class="lead">${page.lead}</p>
<p class="actions">${page.secondary && html`<a class="secondary" href="${page.secondary.href}">${page.secondary.label}</a>`}<a class="primary" href="${page.primary.href}">${page.primary.label}</a></p>
</main>
${footer(context)}`,
  });
}
