/** The item key of the alarm that says a receiver cannot be reached: this prefix and the webhook's id. */
export const UNREACHABLE_ITEM = 'notify.';
