const messages = JSON.parse(document.body.dataset.messages ?? '{}');
const root = document.documentElement;

/**
 * Always returns an envelope. No response, or a response without an envelope, counts as an unavailable site.
 */
async function call(method, path, body) {
  try {
    const response = await fetch(path, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : undefined,
      cache: 'no-store',
      credentials: 'same-origin',
    });
    const answer = await response.json();
    return typeof answer.code === 'number' ? { data: {}, ...answer } : { code: 0, data: {} };
  } catch {
    return { code: 0, data: {} };
  }
}

const isSuccess = (answer) => answer.code >= 200 && answer.code < 300;
const isSignedOut = (answer) => answer.code === 9999;

function fill(sentence, values) {
  return sentence.replace(/\{\{(\w+)\}\}/g, (place, key) => values[key] ?? place);
}

function duration(totalS) {
  const [m, s] = [Math.floor(totalS / 60), totalS % 60];
  return fill(m > 0 ? messages.minutesSeconds : messages.seconds, { m, s });
}

function setText(element, sentence) {
  const target = element.querySelector('span') ?? element;
  target.textContent = sentence;
  element.hidden = sentence === '';
}

/** The message for a failed request without a field error. */
function generalSentence(answer) {
  if (answer.code === 8007) return messages.tooMany;
  if (answer.code === 0 || answer.code === 8008) return messages.unavailable;
  return messages.failed;
}

/** Counts down in the message and disables the button, so that users do not waste attempts during a lock. */
function showLock(errorBox, button, retryAfterS, onOver) {
  const untilMs = Date.now() + retryAfterS * 1000;
  button.disabled = true;
  const tick = () => {
    const leftS = Math.ceil((untilMs - Date.now()) / 1000);
    if (leftS > 0) {
      setText(errorBox, fill(messages.locked, { time: duration(leftS) }));
      return;
    }
    clearInterval(timer);
    button.disabled = false;
    onOver();
  };
  // A screen reader must not read the message each second.
  errorBox.setAttribute('aria-live', 'off');
  const timer = setInterval(tick, 1000);
  tick();
}

function setUpTheme() {
  for (const button of document.querySelectorAll('[data-theme-toggle]')) {
    button.addEventListener('click', () => {
      const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
      const isDark = root.dataset.theme ? root.dataset.theme === 'darkTheme' : systemIsDark;
      root.dataset.theme = isDark ? 'lightTheme' : 'darkTheme';
      localStorage.setItem('theme', root.dataset.theme);
    });
  }
}

function setUpTimes() {
  const two = (value) => String(value).padStart(2, '0');
  for (const element of document.querySelectorAll('time')) {
    const at = new Date(element.dateTime);
    const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
    element.textContent = `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
  }
}

/** The sessions that the user has already, with the choice to end the one that was unused for longest. */
function listSessions(others, sessionList) {
  others.querySelector('ul').replaceChildren(
    ...sessionList.map(({ device, address, lastSeenAt }) => {
      const item = document.createElement('li');
      item.textContent = `${device ?? messages.unknownDevice} · ${address} · `;
      const time = document.createElement('time');
      time.dateTime = lastSeenAt;
      item.append(time);
      return item;
    }),
  );
  setUpTimes();
  others.hidden = false;
  others.querySelector('button').focus();
}

function setUpLogin(form) {
  const { userId, password } = form.elements;
  const errorBox = document.getElementById('login-error');
  const button = form.querySelector('[type=submit]');
  const reveal = form.querySelector('[data-reveal]');
  const others = document.getElementById('other-sessions');

  const fail = (sentence, field) => {
    errorBox.setAttribute('aria-live', 'assertive');
    setText(errorBox, sentence);
    for (const input of [userId, password]) input.removeAttribute('aria-invalid');
    field?.setAttribute('aria-invalid', 'true');
    field?.focus();
  };

  const explain = (answer) => {
    const { reason, retryAfterS } = answer.data;
    if (retryAfterS > 0)
      return showLock(errorBox, button, retryAfterS, () => fail(messages.lockOver, password));
    if (answer.code === 8005 && reason === 'suspended') return fail(messages.suspended);
    if (answer.code === 8005 && reason === 'terminated') return fail(messages.terminated);
    if (answer.code === 8005 && reason === 'network') return fail(messages.network);
    if (answer.code === 8005 && reason === 'passwordExpired')
      return location.assign(`/set-password#${answer.data.link}`);
    if (answer.code === 8001 || answer.code === 8002) return fail(messages.wrongCredentials, password);
    return fail(generalSentence(answer));
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    if (userId.value.trim() === '') return fail(messages.enterUserId, userId);
    if (password.value === '') return fail(messages.enterPassword, password);
    button.disabled = true;
    button.textContent = messages.loggingIn;
    const endsOthers = event.submitter?.name === 'endsOthers';
    const credentials = { userId: userId.value, password: password.value, endsOthers };
    const answer = await call('POST', '/api/session', credentials);
    if (isSuccess(answer))
      return location.assign(answer.data.next ? form.dataset.secondFactorHref : form.dataset.returnUrl);
    button.textContent = messages.logIn;
    button.disabled = false;
    // The password is needed again for the answer of the user.
    if (answer.code === 8004 && answer.data.reason === 'tooManySessions') return showSessions(answer.data);
    others.hidden = true;
    password.value = '';
    explain(answer);
  });
  for (const input of [userId, password]) input.addEventListener('input', () => (others.hidden = true));

  function showSessions({ sessionList }) {
    setText(errorBox, '');
    listSessions(others, sessionList);
  }

  reveal.addEventListener('click', () => {
    const show = password.type === 'password';
    password.type = show ? 'text' : 'password';
    reveal.setAttribute('aria-pressed', String(show));
    reveal.title = show ? messages.hidePassword : messages.showPassword;
    reveal.setAttribute('aria-label', reveal.title);
    password.focus();
  });

  const capsLock = document.getElementById('caps-lock');
  for (const kind of ['keydown', 'keyup']) {
    password.addEventListener(kind, (event) => {
      capsLock.hidden = !event.getModifierState?.('CapsLock');
    });
  }

  for (const account of document.querySelectorAll('[data-demo-user]')) {
    account.addEventListener('click', () => {
      userId.value = account.dataset.demoUser;
      password.value = account.dataset.demoPassword;
      button.focus();
    });
  }
}

function setUpPasswordChange(form) {
  const { currentPassword, newPassword, repeatPassword } = form.elements;
  const fields = [currentPassword, newPassword, repeatPassword];
  const errorBox = document.getElementById('password-error');
  const done = document.getElementById('password-done');
  const button = form.querySelector('[type=submit]');

  const clear = () => {
    setText(errorBox, '');
    setText(done, '');
    for (const field of fields) {
      field.removeAttribute('aria-invalid');
      setText(document.getElementById(`${field.id}-error`), '');
    }
  };

  const failAt = (field, sentence) => {
    setText(document.getElementById(`${field.id}-error`), sentence);
    field.setAttribute('aria-invalid', 'true');
    field.focus();
  };

  const explain = (answer) => {
    const { field, reason, retryAfterS } = answer.data;
    const at = fields.find((candidate) => candidate.id === field);
    // After too long a wait the page asks for a proof of identity first.
    if (isSignedOut(answer) || answer.code === 8012) return location.reload();
    if (retryAfterS > 0) return showLock(errorBox, button, retryAfterS, clear);
    if (at && reason in messages) return failAt(at, fill(messages[reason], answer.data));
    errorBox.setAttribute('aria-live', 'assertive');
    setText(errorBox, generalSentence(answer));
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    clear();
    if (currentPassword.value === '') return failAt(currentPassword, messages.enterPassword);
    if (newPassword.value === '') return failAt(newPassword, messages.enterPassword);
    if (repeatPassword.value !== newPassword.value) return failAt(repeatPassword, messages.repeatDiffers);
    button.disabled = true;
    const answer = await call('POST', '/api/password', {
      currentPassword: currentPassword.value,
      newPassword: newPassword.value,
    });
    button.disabled = false;
    if (!isSuccess(answer)) return explain(answer);
    form.reset();
    setText(done, messages.changed);
    // The other sessions have ended, so their rows are removed.
    for (const end of document.querySelectorAll('[data-end-session]'))
      (end.closest('.session') ?? end).remove();
  });
}

/** The secret is in the URL fragment, and is removed from the URL after use. */
async function setUpSetPassword(form) {
  const { newPassword, repeatPassword } = form.elements;
  const fields = [newPassword, repeatPassword];
  const lead = document.getElementById('link-lead');
  const errorBox = document.getElementById('set-password-error');
  const onwards = document.getElementById('link-onwards');
  const button = form.querySelector('[type=submit]');
  const token = location.hash.slice(1);
  const isToken = /^[A-Za-z0-9_-]{20,100}$/.test(token);
  // The language links keep the page, and so the secret.
  for (const link of document.querySelectorAll('a[href^="/set-password"]')) link.hash = token;

  const end = (sentence, isDone) => {
    form.hidden = true;
    setText(lead, sentence);
    onwards.hidden = !isDone;
  };
  const failAt = (field, sentence) => {
    setText(document.getElementById(`${field.id}-error`), sentence);
    field.setAttribute('aria-invalid', 'true');
    field.focus();
  };
  const explain = (answer) => {
    const { field, reason, retryAfterS } = answer.data;
    const at = fields.find((candidate) => candidate.id === field);
    if (retryAfterS > 0) return showLock(errorBox, button, retryAfterS, () => setText(errorBox, ''));
    if (answer.code === 8003) return end(messages.linkWorthless, false);
    if (at && reason in messages) return failAt(at, fill(messages[reason], answer.data));
    setText(errorBox, generalSentence(answer));
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    setText(errorBox, '');
    for (const field of fields) {
      field.removeAttribute('aria-invalid');
      setText(document.getElementById(`${field.id}-error`), '');
    }
    if (newPassword.value === '') return failAt(newPassword, messages.enterPassword);
    if (repeatPassword.value !== newPassword.value) return failAt(repeatPassword, messages.repeatDiffers);
    button.disabled = true;
    const answer = await call('POST', '/api/link/password', { token, newPassword: newPassword.value });
    button.disabled = false;
    if (!isSuccess(answer)) return explain(answer);
    history.replaceState(null, '', location.pathname);
    end(messages.linkDone, true);
  });

  if (!isToken) return end(messages.linkWorthless, false);
  const answer = await call('POST', '/api/link', { token });
  if (!isSuccess(answer)) {
    form.hidden = answer.code === 8003;
    return answer.code === 8003 ? end(messages.linkWorthless, false) : end(generalSentence(answer), false);
  }
  const { userId, name, kind, passwordMinLength } = answer.data;
  const leads = { invitation: messages.linkInvitation, expired: messages.linkExpired };
  setText(lead, fill(leads[kind] ?? messages.linkReset, { userId, name }));
  const rules = fill(messages.passwordRules, { min: passwordMinLength });
  setText(document.getElementById('password-rules'), rules);
  document.getElementById('link-user').value = userId;
  form.hidden = false;
  newPassword.focus();
}

function setUpSessions() {
  const errorBox = document.getElementById('sessions-error');
  for (const button of document.querySelectorAll('[data-end-session]')) {
    button.addEventListener('click', async () => {
      button.disabled = true;
      const answer = await call('DELETE', `/api/session/${button.dataset.endSession}`);
      // A session that has already ended counts as ended now.
      if (isSuccess(answer) || isSignedOut(answer) || answer.code === 8003) return location.reload();
      button.disabled = false;
      setText(errorBox, generalSentence(answer));
    });
  }
}

setUpTheme();
setUpTimes();
setUpSessions();
const login = document.getElementById('login');
if (login) setUpLogin(login);
const passwordChange = document.getElementById('password-change');
if (passwordChange) setUpPasswordChange(passwordChange);
const setPassword = document.getElementById('set-password');
if (setPassword) void setUpSetPassword(setPassword);
if (document.querySelector('#passkey-sign-in, #second-factor, #enrolled, #proof, #factors')) {
  const { setUpFactors } = await import(document.body.dataset.factorsScript);
  setUpFactors({
    messages,
    call,
    isSuccess,
    isSignedOut,
    fill,
    setText,
    generalSentence,
    showLock,
    listSessions,
  });
}
