import { type WebhookKind, webhookKinds } from '@gwanje/contract/webhooks';
import { languages } from '@gwanje/domain/language';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type BodyShape,
  bodyTemplateOf,
  type MessageWords,
  messageWords,
  renderBody,
  unknownWordIn,
} from './bodies.ts';

const plain = Object.fromEntries(messageWords.map((word) => [word, `<${word}>`])) as MessageWords;
const jsonKinds = webhookKinds.filter((kind) => kind !== 'email');
const shape = (kind: WebhookKind, bodyTemplate: string | null = null): BodyShape => ({
  kind,
  bodyTemplate,
  language: 'ko',
});
const anyWords = fc.record(
  Object.fromEntries(messageWords.map((word) => [word, fc.string({ unit: 'grapheme' })])),
) as fc.Arbitrary<MessageWords>;

describe('a body', () => {
  it.each(jsonKinds)('of kind %s is JSON, whatever it speaks of', (kind) => {
    fc.assert(
      fc.property(anyWords, (words) => {
        const { contentType, text } = renderBody(shape(kind), words);
        expect(contentType).toContain('json');
        expect(() => JSON.parse(text)).not.toThrow();
      }),
    );
  });

  it.each(webhookKinds)('of kind %s names only words that are filled in', (kind) => {
    for (const language of languages) {
      expect(unknownWordIn(bodyTemplateOf(kind)[language])).toBeUndefined();
      expect(renderBody({ ...shape(kind), language }, plain).text).not.toContain('{{');
    }
  });

  test('of plain JSON says every word as it is', () => {
    fc.assert(
      fc.property(anyWords, (words) => {
        expect(JSON.parse(renderBody(shape('json'), words).text)).toEqual(words);
      }),
    );
  });

  test('for Slack has no markup but its own', () => {
    const name = '<!channel> <http://evil.example|click> & co';
    const { text } = renderBody(shape('slack'), { ...plain, name });
    expect(text).toContain('&lt;!channel&gt; &lt;http://evil.example|click&gt; &amp; co');
    expect(text).not.toContain('<!channel>');
  });

  test('for Teams has no markup but its own', () => {
    const { text } = renderBody(shape('teams'), { ...plain, name: '[click](http://evil.example) **now**' });
    const card = JSON.parse(text);
    expect(card.attachments[0].content.body[2].facts[1].value).toContain(
      '\\[click\\]\\(http://evil.example\\) \\*\\*now\\*\\*',
    );
  });

  test('of one’s own is filled in where it is JSON without ever becoming other JSON', () => {
    const template = '{"a": ["{{name}}", 1, {"b": "x {{ level }} y {{unknown}}"}]}';
    const { text } = renderBody(shape('custom', template), { ...plain, name: '", "evil": "', level: '심각' });
    expect(JSON.parse(text)).toEqual({ a: ['", "evil": "', 1, { b: 'x 심각 y {{unknown}}' }] });
  });

  test('that is no JSON is text', () => {
    expect(
      renderBody(shape('custom', '{{level}}: {{name}}'), { ...plain, level: '경고', name: 'a' }),
    ).toEqual({
      contentType: 'text/plain; charset=utf-8',
      text: '경고: a',
    });
  });

  test('is not filled in a second time', () => {
    expect(renderBody(shape('custom', '{{name}}'), { ...plain, name: '{{link}}' }).text).toBe('{{link}}');
  });
});

test('a word nobody knows is named', () => {
  expect(unknownWordIn('{{name}} {{podName}}')).toBe('podName');
  expect(unknownWordIn('{{name}} {x}')).toBeUndefined();
});
