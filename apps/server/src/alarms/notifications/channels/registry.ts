import type { ChannelKey } from '@gwanje/contract/alarms/channels';
import type { Channel } from './channel.ts';
import { email } from './email.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { webhookCustom } from './webhook-custom.ts';
import { webhookJson } from './webhook-json.ts';

/** Every channel of the contract. The compiler reports a missing one. */
const registry = {
  json: webhookJson,
  slack,
  teams,
  custom: webhookCustom,
  email,
} as const satisfies { readonly [Key in ChannelKey]: Channel<Key> };

export const channelRegistry: Readonly<Record<ChannelKey, Channel>> = registry;
