import type { Language } from '@gwanje/domain/language';
import { type Html, html } from './html.ts';
import { type Texts, texts } from '../texts.ts';
import { icons } from './icons.ts';

/** The data about the request and the site that every page needs. */
export interface PageContext {
  readonly language: Language;
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
  /** Messages that the script shows. */
  readonly scriptTexts?: readonly (keyof Texts)[];
}

export function layout(context: PageContext, page: Layout): string {
  const text = texts[context.language];
  const sentences = Object.fromEntries((page.scriptTexts ?? []).map((key) => [key, text[key]]));
  return `<!doctype html>\n${
    html`<html lang="${context.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.title} · ${text.product}</title>
<link rel="icon" href="${context.asset('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="/assets/fonts/pretendardvariable-dynamic-subset.css">
<link rel="stylesheet" href="${context.asset('site.css')}">
<script src="${context.asset('theme.js')}"></script>
<script src="${context.asset('site.js')}" type="module"></script>
</head>
<body class="${page.bodyClass}" data-texts="${JSON.stringify(sentences)}">
${page.content}
</body>
</html>
`.text
  }`;
}

export function tools(context: PageContext): Html {
  const text = texts[context.language];
  return html`<a class="tool" href="${context.otherLanguageHref}" hreflang="${context.language === 'ko' ? 'en' : 'ko'}" aria-label="${text.otherLanguage}">${icons.language}<span>${text.otherLanguage}</span></a>
<button class="tool" type="button" data-theme-toggle aria-label="${text.theme}" title="${text.theme}">${icons.theme}</button>`;
}

export function brand(text: Texts): Html {
  return html`<span class="brand">${icons.brand}<b>${text.product}</b></span>`;
}

export function footer(context: PageContext): Html | false {
  return context.copyright !== '' && html`<footer class="footer">${context.copyright}</footer>`;
}
