// Gives the page a subscription at the push service of the test, named by `fakePush`. The browser of the tests reaches no real one.
// The question for the permission is answered with yes, and noted.
(() => {
  const KEY = 'fakeSubscription';
  const { endpoint, ...keys } = globalThis.fakePush;
  const isSubscribed = () => localStorage.getItem(KEY) !== null;
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      localStorage.removeItem(KEY);
      return true;
    },
  };
  Object.defineProperty(Notification, 'permission', {
    get: () => (isSubscribed() ? 'granted' : 'default'),
  });
  Notification.requestPermission = async () => {
    localStorage.setItem('askedForPermission', 'yes');
    return 'granted';
  };
  PushManager.prototype.getSubscription = async () => (isSubscribed() ? subscription : null);
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem(KEY, 'yes');
    return subscription;
  };
})();
