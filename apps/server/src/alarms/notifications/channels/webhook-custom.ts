import { postChannel } from './channel.ts';

/** A small JSON body that its owner is expected to replace. */
export const webhookCustom = postChannel('custom', () => ({ text: '{{summary}}', link: '{{link}}' }));
