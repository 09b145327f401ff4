import { type ChannelKey, channelKeys } from '@gwanje/contract/alarms/channels';
import { languages } from '@gwanje/domain/i18n/language';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { channelRegistry } from './channels/registry.ts';
import { renderBody, unknownVariableIn } from './message-body.ts';
import { type MessageVariables, messageVariables } from './message-variables.ts';

const plain = Object.fromEntries(messageVariables.map((name) => [name, `<${name}>`])) as MessageVariables;
const jsonChannels = channelKeys.filter((key) => channelRegistry[key].bodyFormat === 'json');

function render(channel: ChannelKey, variables: MessageVariables, bodyTemplate: string | null = null) {
  return renderBody(channelRegistry[channel], { bodyTemplate, language: 'ko' }, variables);
}

const anyVariables = fc.record(
  Object.fromEntries(messageVariables.map((name) => [name, fc.string({ unit: 'grapheme' })])),
) as fc.Arbitrary<MessageVariables>;

describe('a body', () => {
  it.each(jsonChannels)('of channel %s is JSON for any variables', (channel) => {
    fc.assert(
      fc.property(anyVariables, (variables) => {
        const { contentType, text } = render(channel, variables);
        expect(contentType).toContain('json');
        expect(() => JSON.parse(text)).not.toThrow();
      }),
    );
  });

  it.each(channelKeys)('of channel %s uses only variables that exist', (channel) => {
    for (const language of languages) {
      expect(unknownVariableIn(channelRegistry[channel].defaultBody[language])).toBeUndefined();
      expect(
        renderBody(channelRegistry[channel], { bodyTemplate: null, language }, plain).text,
      ).not.toContain('{{');
    }
  });

  test('of channel json contains every variable unchanged', () => {
    fc.assert(
      fc.property(anyVariables, (variables) => {
        expect(JSON.parse(render('json', variables).text)).toEqual(variables);
      }),
    );
  });

  test('leaves out the lines for which a message has nothing, but none of an own template', () => {
    const empty = Object.fromEntries(messageVariables.map((name) => [name, ''])) as MessageVariables;
    const variables = { ...empty, summary: 'one\n\ntwo', link: 'https://gwanje.example.com' };
    expect(render('telegram', variables).text).toBe('one\n\ntwo\nhttps://gwanje.example.com');
    expect(render('email', variables).text).toBe('one\n\ntwo\n\nhttps://gwanje.example.com');
    expect(render('email', variables, '{{summary}}\nmemo: {{memo}}').text).toBe('one\n\ntwo\nmemo: ');
    for (const channel of ['slack', 'teams', 'jandi'] as const) {
      expect(render(channel, variables).text).not.toContain('클러스터');
      expect(render(channel, { ...variables, cluster: 'prod' }).text).toContain('클러스터');
    }
  });

  it.each(['email', 'slack', 'teams', 'telegram', 'jandi', 'naverWorks', 'kakaoRelay'] as const)(
    'of channel %s shows the time for people',
    (channel) => {
      const { text } = render(channel, { ...plain, occurredAt: 'PROGRAMS', occurredTime: 'PEOPLE' });
      expect(text).toContain('PEOPLE');
      expect(text).not.toContain('PROGRAMS');
    },
  );

  test('for Slack escapes markup in variables', () => {
    const name = '<!channel> <http://evil.example|click> & co';
    const { text } = render('slack', { ...plain, name });
    expect(text).toContain('&lt;!channel&gt; &lt;http://evil.example|click&gt; &amp; co');
    expect(text).not.toContain('<!channel>');
  });

  test('for Teams escapes markup in variables', () => {
    const { text } = render('teams', { ...plain, name: '[click](http://evil.example) **now**' });
    const card = JSON.parse(text);
    expect(card.attachments[0].content.body[2].facts[1].value).toContain(
      '\\[click\\]\\(http://evil.example\\) \\*\\*now\\*\\*',
    );
  });

  test('with a JSON template keeps its structure for any variables', () => {
    const template = '{"a": ["{{name}}", 1, {"b": "x {{ level }} y {{unknown}}"}]}';
    const { text } = render('custom', { ...plain, name: '", "evil": "', level: '심각' }, template);
    expect(JSON.parse(text)).toEqual({ a: ['", "evil": "', 1, { b: 'x 심각 y {{unknown}}' }] });
  });

  test('with a template that is not JSON is plain text', () => {
    expect(render('custom', { ...plain, level: '경고', name: 'a' }, '{{level}}: {{name}}')).toEqual({
      contentType: 'text/plain; charset=utf-8',
      text: '경고: a',
    });
  });

  test('does not replace variables inside a value', () => {
    expect(render('custom', { ...plain, name: '{{link}}' }, '{{name}}').text).toBe('{{link}}');
  });
});

test('unknownVariableIn returns a variable that does not exist', () => {
  expect(unknownVariableIn('{{name}} {{podName}}')).toBe('podName');
  expect(unknownVariableIn('{{name}} {x}')).toBeUndefined();
});
