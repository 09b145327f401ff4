import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml, html } from './html.ts';

const anyCharacter = fc.nat(0xffff).map((code) => String.fromCharCode(code));

test('escapes values in content and in attributes', () => {
  const name = `<img src=x onerror="alert('1')">&`;
  expect(html`<p title="${name}">${name}</p>`.text).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
  );
});

test('does not escape nested markup again, single or in a list', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${html`<hr>`}`.text).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul><hr>');
});

test('renders nothing for false and undefined, but renders zero', () => {
  expect(html`${false}${undefined}${0}${''}`.text).toBe('0');
});

test('no text contains a character that could end an attribute or open an element', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']/);
    }),
  );
});
