/** What the alarm is called that says a receiver cannot be reached: this, and the webhook's id. */
export const FAILING_ITEM = 'notify.';
