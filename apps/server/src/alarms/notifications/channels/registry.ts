import type { ChannelKey } from '@gwanje/contract/alarms/channels';
import type { Channel } from './channel.ts';
import { email } from './email.ts';
import { jandi } from './jandi.ts';
import { kakaoRelay } from './kakao-relay.ts';
import { naverWorks } from './naver-works.ts';
import { pagerDuty } from './pager-duty.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';
import { webhookCustom } from './webhook-custom.ts';
import { webhookJson } from './webhook-json.ts';

/** Every channel of the contract. The compiler reports a missing one. */
const registry = {
  json: webhookJson,
  slack,
  teams,
  custom: webhookCustom,
  email,
  naverWorks,
  jandi,
  telegram,
  pagerDuty,
  kakaoRelay,
} as const satisfies { readonly [Key in ChannelKey]: Channel<Key> };

export const channelRegistry: Readonly<Record<ChannelKey, Channel>> = registry;
