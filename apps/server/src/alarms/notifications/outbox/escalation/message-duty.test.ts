import { channelKeys } from '@gwanje/contract/alarms/channels';
import { describe, expect, it } from 'vitest';
import { channelRegistry } from '../../channels/registry.ts';
import { renderBody } from '../../message-body.ts';
import { NO_CAUSES } from '../../message-causes.ts';
import { exampleFacts } from '../../message-facts.ts';
import { variablesOf } from '../../message-variables.ts';
import type { MessageDuty } from './message-duty.ts';

const alarm = exampleFacts(new Date('2026-03-02T00:00:00Z'));

function bodyOf(kind: (typeof channelKeys)[number], duty: MessageDuty): string {
  const channel = { ...channelRegistry[kind], escapeValue: (value: string) => value };
  const context = { causes: NO_CAUSES, duty };
  const variables = variablesOf(
    { reason: 'occurred', alarm },
    'd',
    'ko',
    'https://gwanje.example.com',
    context,
  );
  return renderBody(channel, { bodyTemplate: null, language: 'ko' }, variables).text;
}

describe('a message about an alarm', () => {
  /** Kakao sends only approved texts, so its body comes from an admin. */
  const carriers = channelKeys.filter((kind) => kind !== 'kakaoRelay');

  it.each(carriers)(
    'to channel %s names who is on duty, or that nobody is, where a rota covers the alarm',
    (kind) => {
      const duty = { first: ['김당직', '이당직'], second: ['박보조', '김당직'], lead: ['최책임'] };
      expect(bodyOf(kind, duty)).toContain('지금 당직자: 김당직, 이당직, 박보조');
      expect(bodyOf(kind, { first: [], second: [], lead: ['최책임'] })).toContain('지금 당직자가 없습니다.');
      expect(bodyOf(kind, null)).not.toContain('지금 당직자');
    },
  );
});
