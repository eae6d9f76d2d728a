/**
 * Every word the page says. The Chinese file has the same keys; a test and the compiler see to it.
 */
export const en = {
  appName: "Meanwhile",
  tagline: "A companion that lives in your chats and keeps going while you are away.",
  languageName: "English",
  language: "Language",
  skipToMessage: "Skip to writing a message",
  skipToContent: "Skip to the page",
  nav: {
    label: "Pages",
    find: "Find",
    talk: "Talk",
    stage: "Stage",
    calendar: "Calendar",
    memory: "Memory",
    channels: "Channels",
    deliveries: "Log",
    operator: "Operator",
  },
  /** Who takes a message, as its name stands in the log. */
  skills: {
    chat: "Conversation",
    memory: "Memory",
    initiative: "Writes first",
    review: "Review",
    reminders: "Reminders",
    bookings: "Free times",
    scenes: "Story",
  } as Readonly<Record<string, string>>,
  news: {
    label: "New message",
    unread: "unread",
  },
  retry: "Try again",
  close: "Close",
  loading: "Loading…",
  pageFailed: "This page could not be shown. The server may have been updated.",
  reload: "Reload",

  signIn: {
    title: "Sign in",
    intro: "Open the link that the server showed when it started, or paste an access token.",
    token: "Access token",
    tokenHint: "A token created with “npx meanwhile token create”.",
    submit: "Sign in",
    tokenMissing: "Paste a token first.",
    elsewhere: (name: string) => `Sign in with ${name}`,
    asNamed: (name: string) => `Continue as ${name}`,
    passkey: "Sign in with a passkey",
    noPasskey: "No passkey was shown. Try again, or use a link or a token.",
    working: "Signing you in…",
    noServer: "The server can't be reached. Is it running?",
  },

  failures: {
    unreachable: "The server can't be reached. Check your connection.",
    page_key_required: "Please sign in once more on this page.",
    proof_required: "Not done: please confirm that it is you first.",
    unauthorized: "This token is not valid. Check that it was copied whole.",
    signedOut: "You have been signed out. Sign in again.",
    code_not_valid:
      "This link has been used already or has expired. Ask for a new link, or use a token.",
    sign_on_refused:
      "Single sign-on did not work. Try again, or ask the person who runs this server.",
    sign_on_no_account: "You have no access here yet. Ask the person who runs this server.",
    sign_on_unavailable: "The sign-in service can't be reached. Try again in a minute.",
    account_disabled: "Your account is switched off. Ask the person who runs this server.",
    rate_limited: (seconds: number | undefined) =>
      seconds === undefined
        ? "Too many attempts. Wait a little, then try again."
        : `Too many attempts. Try again in ${duration(seconds)}.`,
    forbidden: "You are not allowed to do that.",
    cross_site_refused:
      "The server refused the request, because it seems to come from another site. Reload the page.",
    wrong_host:
      "The server does not answer under this address. Use the address that it showed when it started.",
    not_found: "Not found.",
    body_too_large: "This text is too long. Send it in parts.",
    invalid_request: "The server could not accept this.",
    unavailable: "The server is starting or overloaded. Try again in a moment.",
    other: (code: string) => `Something went wrong (${code}).`,
  },

  conversations: {
    title: "Conversations",
    one: "Conversation",
    open: "Show conversations",
    new: "New conversation",
    untitled: "New conversation",
    empty: "No conversations yet. Write something to begin.",
    failed: "The conversations could not be loaded.",
    running: "is answering",
  },

  chat: {
    messages: "Messages",
    you: "You",
    assistant: "Meanwhile",
    welcome: "What is on your mind?",
    welcomeHint: "Write a message below. You can stop an answer at any time.",
    examples: "Begin with one of these",
    example: [
      "remind me tomorrow at 8 to take an umbrella",
      "every weekday at 18:30 remind me to stretch",
      "what's on this week",
    ],
    earlier: "Earlier messages",
    latest: "Go to the latest message",
    failed: "The messages could not be loaded.",
    gone: "This conversation does not exist, or it is not yours.",
    writing: "is writing…",
    stopped: "Stopped",
    stoppedBefore: "Stopped before it was answered",
    rejected: "Not sent: wait for the current answer",
    deadLettered: "This could not be answered",
    turnFailed: "The answer failed. Nothing was done.",
    sendAgain: "Send again",
    undelivered: "Not delivered",
    waitingForUser: "Not delivered yet: it comes after your next message there",
    withdrawn: "Withdrawn before it was sent",
    discarded: "Not sent: discarded",
    unknownDelivery: "Delivery unknown",
    sending: "Sending…",
    sendFailed: "Not sent",
    busy: "Not sent: an answer is still being written. Wait for it or stop it.",
    discard: "Discard",
    elsewhere: (channel: string) =>
      `This conversation takes place in ${channel}. Write there to continue it.`,
    control: {
      stopped: "Stopped.",
      nothing_to_stop: "There was nothing to stop.",
      already_finished: "It had already finished.",
      cleared: "Cleared. This is a fresh start.",
      new: "This is a fresh start.",
    },
  },

  composer: {
    label: "Message",
    placeholder: "Write a message",
    hint: "Enter sends, Shift+Enter makes a new line, Esc stops an answer.",
    send: "Send",
    stop: "Stop",
    stopping: "Stopping…",
  },

  connection: {
    offline: "You are offline. What you write is kept.",
    stale: "You are offline. What you see may be out of date.",
    reconnecting: "The connection was lost. Reconnecting…",
    back: "Connected again.",
  },

  model: {
    title: "No language model is connected.",
    offline:
      "Reminders, plans with friends and small talk work without one. Send “help” to see what you can say; open questions need a model.",
    how: "Connect one in Settings",
    askOperator: "Ask the person who runs this server to connect one.",
    connected: (name: string) => `Connected: ${name}`,
  },

  pairing: {
    title: "Connect with this link",
    intro:
      "This link signs in to one account on this server. Don’t share it. It works once, within 15 minutes.",
    appTitle: "In a chat app",
    app: "Send this code to the bot in WeChat, WhatsApp or wherever you talk to it:",
    copy: "Copy",
    copied: "Copied",
    hereTitle: "In this browser",
    here: "Or talk right here, without a token.",
    hereInstead: (who: string) =>
      `You are signed in as ${who}. If you continue, this browser switches to the account of the link.`,
    hereButton: "Continue here",
    somebody: "another account",
    refused:
      "This link has been used already, has expired, or is meant for a chat app only. Ask for a new one.",
    leave: "Not now",
    connect: "Connect a chat app",
    connectHint:
      "Talk to the same companion in WeChat or WhatsApp. Send the code to the bot there to link your account. Don’t share it.",
    make: "Create code",
    makeAnother: "Create another code",
    qr: "QR code of the link",
    scan: (until: string) => `Or scan this with the phone. It works once, until ${until}.`,
  },

  settings: {
    title: "Settings",
    contents: "On this page",
    open: "Settings",
    log: "Message log",
    logHint: "What was received, answered and sent in each chat app, and why something failed.",
    openOperator: "Accounts, tokens, audit and metrics",
    openLog: "Open the message log",
    firstSteps: "First steps",
    openFirstSteps: "Show the first steps",
    name: "Your name",
    nameHint: "How you want to be addressed.",
    timeZone: "Time zone",
    morning: "Mornings begin at",
    morningHint: "All-day entries remind you at this time.",
    appearance: "Appearance",
    light: "Light",
    dark: "Dark",
    auto: "System",
    model: "Language model",
    save: "Save",
    saved: "Saved.",
    signOut: "Sign out",
    signOutHint: "On this device. Unsent text is lost.",
  },
};

export type Words = typeof en;

function duration(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
