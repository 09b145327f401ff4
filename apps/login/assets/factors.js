const WEBAUTHN = '/assets/webauthn/index.js';

/** Second factors: sign-in with them, and their enrolment. `site.js` passes its helpers. */
export function setUpFactors(site) {
  const { messages, call, isSuccess, isSignedOut, fill, setText, generalSentence, showLock, listSessions } =
    site;

  const webauthn = () => import(WEBAUTHN);

  /** The browser's answer to the options of the server. Null: the user has cancelled. */
  async function askBrowser(kind, optionsPath) {
    const answer = await call('POST', optionsPath);
    if (!isSuccess(answer)) return { answer, credential: null };
    const { startAuthentication, startRegistration } = await webauthn();
    const start = kind === 'new' ? startRegistration : startAuthentication;
    const credential = await start({ optionsJSON: answer.data.options }).catch(() => null);
    return { answer, credential };
  }

  function errorBoxOf(form) {
    return form.querySelector('.form-error');
  }

  function fail(form, sentence) {
    const box = errorBoxOf(form);
    box.setAttribute('aria-live', 'assertive');
    setText(box, sentence);
  }

  function explain(form, answer, button) {
    const { reason, retryAfterS } = answer.data;
    if (retryAfterS > 0) return showLock(errorBoxOf(form), button, retryAfterS, () => fail(form, ''));
    fail(form, messages[reason] ?? generalSentence(answer));
  }

  const usesPasskeys = 'PublicKeyCredential' in window && window.isSecureContext;

  /** A form that signs in: by a code, by a passkey, or because a factor has just been enrolled. */
  function setUpSignIn(form, passkeyPath) {
    const code = form.elements.code;
    const submit = form.querySelector('[type=submit]');
    const passkeyButton = form.querySelector('[data-use-passkey]');
    const others = form.querySelector('[data-other-sessions]');
    let last = null;

    async function send(path, body, endsOthers, button) {
      setText(errorBoxOf(form), '');
      button.disabled = true;
      const answer = await call('POST', path, { ...body, endsOthers });
      button.disabled = false;
      if (isSuccess(answer)) return location.replace(form.dataset.returnUrl);
      if (answer.code === 8004 && answer.data.reason === 'tooManySessions') {
        last = { path, body };
        return listSessions(others, answer.data.sessionList);
      }
      others.hidden = true;
      if (isSignedOut(answer)) return location.assign(form.dataset.loginHref ?? '/login');
      explain(form, answer, button);
      if (code) {
        code.value = '';
        code.focus();
      }
    }

    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!code) return send(form.getAttribute('action'), {}, false, submit);
      if (code.value.trim() === '') return fail(form, messages.enterCode);
      send(form.getAttribute('action'), { code: code.value }, false, submit);
    });
    others.querySelector('button').addEventListener('click', (event) => {
      if (last) send(last.path, last.body, true, event.currentTarget);
    });
    passkeyButton?.addEventListener('click', async () => {
      passkeyButton.disabled = true;
      const { answer, credential } = await askBrowser('use', `${passkeyPath}-options`);
      passkeyButton.disabled = false;
      if (credential) return send(passkeyPath, { passkey: credential }, false, passkeyButton);
      if (isSuccess(answer)) return fail(form, messages.passkeyCancelled);
      explain(form, answer, passkeyButton);
    });
    code?.focus();
  }

  /** The user confirms that it is still the same person, before the factors are changed. */
  function setUpProof(form) {
    const submit = form.querySelector('[type=submit]');
    const passkeyButton = form.querySelector('[data-use-passkey]');
    const field = form.elements.code ?? form.elements.proofPassword;
    const prove = async (given, button) => {
      setText(errorBoxOf(form), '');
      button.disabled = true;
      const answer = await call('POST', '/api/proof', given);
      button.disabled = false;
      if (isSuccess(answer) || isSignedOut(answer)) return location.reload();
      explain(form, answer, button);
      field.value = '';
      field.focus();
    };
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const isCode = field === form.elements.code;
      if (field.value.trim() === '') return fail(form, isCode ? messages.enterCode : messages.enterPassword);
      prove(isCode ? { code: field.value } : { password: field.value }, submit);
    });
    passkeyButton?.addEventListener('click', async () => {
      passkeyButton.disabled = true;
      const { answer, credential } = await askBrowser('use', '/api/proof/passkey-options');
      passkeyButton.disabled = false;
      if (credential) return prove({ passkey: credential }, passkeyButton);
      fail(form, isSuccess(answer) ? messages.passkeyCancelled : generalSentence(answer));
    });
  }

  /** The list of factors with its dialogs. */
  function setUpList(section) {
    const error = document.getElementById('factors-error');
    const dialogOf = (name) => document.getElementById(`${name}-dialog`);
    const isEnrolment = 'isEnrolment' in section.dataset;

    for (const dialog of section.querySelectorAll('dialog'))
      dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close());

    /** Runs when the form of the dialog is sent; the dialog stays open until the work is done. */
    function onSubmit(dialog, work) {
      const form = dialog.querySelector('form');
      const button = form.querySelector('[type=submit]');
      form.onsubmit = async (event) => {
        event.preventDefault();
        if (errorBoxOf(form)) setText(errorBoxOf(form), '');
        button.disabled = true;
        await work(form, button);
        button.disabled = false;
      };
    }

    function open(dialog) {
      const box = errorBoxOf(dialog);
      if (box) setText(box, '');
      dialog.showModal();
    }

    /** A proof that has become too old is asked for again by the page. */
    function isOver(answer) {
      if (!isSignedOut(answer) && answer.code !== 8012) return false;
      if (isEnrolment) location.assign('/login');
      else location.reload();
      return true;
    }

    function finish(answer, dialog) {
      dialog.close();
      const codes = answer.data.recoveryCodeList ?? [];
      if (codes.length > 0) return showCodes(codes);
      goOn();
    }

    function goOn() {
      if (!isEnrolment) return location.reload();
      section.hidden = true;
      document.getElementById('enrolled').requestSubmit();
    }

    function showCodes(codes) {
      const dialog = dialogOf('codes');
      dialog.querySelector('[data-codes-list]').replaceChildren(
        ...codes.map((code) => {
          const item = document.createElement('li');
          const text = document.createElement('code');
          text.textContent = code;
          item.append(text);
          return item;
        }),
      );
      const copy = dialog.querySelector('[data-copy-codes]');
      copy.hidden = !navigator.clipboard;
      copy.onclick = async () => {
        await navigator.clipboard.writeText(codes.join('\n'));
        copy.textContent = messages.copied;
      };
      // The codes are shown once: only the button closes them.
      dialog.addEventListener('cancel', (event) => event.preventDefault());
      onSubmit(dialog, async () => {
        dialog.close();
        goOn();
      });
      open(dialog);
    }

    section.querySelector('[data-open=totp]')?.addEventListener('click', async () => {
      const answer = await call('POST', '/api/factors/totp');
      if (isOver(answer)) return;
      if (!isSuccess(answer)) return setText(error, messages[answer.data.reason] ?? generalSentence(answer));
      const dialog = dialogOf('totp');
      const picture = new DOMParser().parseFromString(answer.data.svg, 'image/svg+xml').documentElement;
      dialog.querySelector('[data-qr]').replaceChildren(document.importNode(picture, true));
      dialog.querySelector('[data-secret]').textContent = answer.data.secret.match(/.{1,4}/g).join(' ');
      const code = dialog.querySelector('input');
      code.value = '';
      onSubmit(dialog, async (form, button) => {
        if (code.value.trim() === '') return fail(form, messages.enterCode);
        const done = await call('POST', '/api/factors/totp/code', { code: code.value });
        if (isSuccess(done)) return finish(done, dialog);
        if (isOver(done)) return;
        explain(form, done, button);
        code.focus();
      });
      open(dialog);
      code.focus();
    });

    function openNameDialog(kind, name, save) {
      const dialog = dialogOf('passkey');
      for (const part of dialog.querySelectorAll('[data-when]')) part.hidden = part.dataset.when !== kind;
      const field = dialog.querySelector('input');
      field.value = name;
      onSubmit(dialog, async (form, button) => {
        if (field.value.trim() === '') return fail(form, messages.enterName);
        await save(field.value.trim(), form, button, dialog);
      });
      open(dialog);
      field.select();
    }

    section.querySelector('[data-open=passkey]')?.addEventListener('click', () => {
      const device = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(navigator.userAgent)?.[0];
      const name = fill(messages.passkeyDefault, { device: device ?? messages.unknownDevice });
      openNameDialog('new', name, async (chosen, form, button, dialog) => {
        const { answer, credential } = await askBrowser('new', '/api/factors/passkey-options');
        if (isOver(answer)) return;
        if (!isSuccess(answer)) return explain(form, answer, button);
        if (!credential) return fail(form, messages.passkeyCancelled);
        const done = await call('POST', '/api/factors/passkey', { passkey: credential, name: chosen });
        if (isSuccess(done)) return finish(done, dialog);
        if (!isOver(done)) explain(form, done, button);
      });
    });

    for (const button of section.querySelectorAll('[data-rename]'))
      button.addEventListener('click', () =>
        openNameDialog('rename', button.dataset.name, async (name, form, submit) => {
          const done = await call('POST', `/api/factors/passkey/${button.dataset.rename}`, { name });
          if (isSuccess(done)) return location.reload();
          if (!isOver(done)) explain(form, done, submit);
        }),
      );

    for (const button of section.querySelectorAll('[data-remove]'))
      button.addEventListener('click', () => {
        const dialog = dialogOf('remove');
        dialog.querySelector('[data-title]').textContent = fill(messages.removeTitle, {
          name: button.dataset.name,
        });
        onSubmit(dialog, async (form, submit) => {
          const done = await call('DELETE', `/api/factors/${button.dataset.remove}`);
          if (isSuccess(done) || done.code === 8003) return location.reload();
          if (!isOver(done)) explain(form, done, submit);
        });
        open(dialog);
      });

    section.querySelector('[data-codes]')?.addEventListener('click', async () => {
      const answer = await call('POST', '/api/factors/recovery-codes');
      if (isSuccess(answer)) return showCodes(answer.data.recoveryCodeList);
      if (!isOver(answer)) setText(error, generalSentence(answer));
    });
  }

  const passkeySignIn = document.getElementById('passkey-sign-in');
  if (passkeySignIn && usesPasskeys) {
    passkeySignIn.hidden = false;
    setUpSignIn(passkeySignIn, '/api/session/passkey');
  }
  const secondFactor = document.getElementById('second-factor');
  if (secondFactor) setUpSignIn(secondFactor, '/api/session/passkey');
  const enrolled = document.getElementById('enrolled');
  if (enrolled) setUpSignIn(enrolled, '/api/session/passkey');
  const proof = document.getElementById('proof');
  if (proof) setUpProof(proof);
  const factors = document.getElementById('factors');
  if (factors && !proof) setUpList(factors);
}
