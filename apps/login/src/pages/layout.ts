import type { Language } from '@gwanje/domain/i18n/language';
import { type Html, html } from './html.ts';
import { icons } from './icons.ts';
import { type LoginTranslate, scriptMessages } from './login-messages.ts';

/** The data about the request and the site that every page needs. */
export interface PageContext {
  readonly language: Language;
  readonly t: LoginTranslate;
  /** The URL of this page in the other language. */
  readonly otherLanguageHref: string;
  readonly copyright: string;
  /** Returns URLs of style sheets and scripts, with the hash of their content. */
  readonly asset: (name: string) => string;
}

interface Layout {
  readonly title: string;
  readonly bodyClass: string;
  readonly content: Html;
}

export function layout(context: PageContext, page: Layout): string {
  const { t } = context;
  return `<!doctype html>\n${
    html`<html lang="${context.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.title} · ${t('product')}</title>
<link rel="icon" href="${context.asset('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="/assets/fonts/pretendardvariable-dynamic-subset.css">
<link rel="stylesheet" href="${context.asset('site.css')}">
<script src="${context.asset('theme.js')}"></script>
<script src="${context.asset('site.js')}" type="module"></script>
</head>
<body class="${page.bodyClass}" data-factors-script="${context.asset('factors.js')}" data-messages="${JSON.stringify(scriptMessages[context.language])}">
${page.content}
</body>
</html>
`.text
  }`;
}

/** A page with one narrow card. */
export function cardPage(context: PageContext, title: string, content: Html, isError = false): string {
  return layout(context, {
    title,
    bodyClass: 'message',
    content: html`<header class="tools">${tools(context)}</header>
<main class="card narrow">
${brand(context.t)}
<h1>${isError && html`<span class="bad">${icons.alert}</span>`}${title}</h1>
${content}
</main>
${footer(context)}`,
  });
}

export function tools(context: PageContext): Html {
  const { t } = context;
  return html`<a class="tool" href="${context.otherLanguageHref}" hreflang="${context.language === 'ko' ? 'en' : 'ko'}" aria-label="${t('otherLanguage')}">${icons.language}<span>${t('otherLanguage')}</span></a>
<button class="tool" type="button" data-theme-toggle aria-label="${t('theme')}" title="${t('theme')}">${icons.theme}</button>`;
}

export function brand(t: LoginTranslate): Html {
  return html`<span class="brand">${icons.brand}<b>${t('product')}</b></span>`;
}

export function footer(context: PageContext): Html | false {
  return context.copyright !== '' && html`<footer class="footer">${context.copyright}</footer>`;
}

/** The script shows the time in the browser's zone. Without a script it is marked as UTC. */
export function time(at: Date): Html {
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

export function passwordField(name: string, label: string, autocomplete: string): Html {
  return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" maxlength="200" required aria-describedby="${name}-error"><p class="field-error" id="${name}-error" hidden></p></div>`;
}
