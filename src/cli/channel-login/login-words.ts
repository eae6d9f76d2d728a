import type { Both } from "../../domain/both.ts";

/** The channel that is linked: its section of the settings, and the app's name. */
export interface LinkedApp {
  readonly name: string;
  readonly app: Both;
}

/** In a Chinese sentence a Latin name stands between spaces. */
const spaceName = (name: string): string => (/^[\x20-\x7e]+$/.test(name) ? ` ${name} ` : name);

export function loginHelp({ name, app }: LinkedApp): Both {
  const command = `npx meanwhile ${name} login`;
  const indent = " ".repeat(command.length + 1);
  return {
    en: [
      `${command}                    link your own ${app.en} by scanning a code, with the instance running here`,
      `${indent}--account <id>     for an account other than the operator's`,
      `${indent}--url <address> --token <token>   with a server elsewhere`,
    ].join("\n"),
    zh: [
      `${command}                    扫码连接自己的${spaceName(app.zh)}（连接到本机正在运行的实例）`,
      `${indent}--account <编号>   为其他账号连接（默认是管理员的账号）`,
      `${indent}--url <地址> --token <令牌>   连接到别处的服务器`,
    ].join("\n"),
  };
}

export function loginWords({ name, app }: LinkedApp) {
  const zh = spaceName(app.zh);
  return {
    which: {
      en: `Say login: npx meanwhile ${name} login.`,
      zh: `请写上 login：npx meanwhile ${name} login。`,
    },
    both: { en: "--url and --token belong together.", zh: "--url 和 --token 要一起使用。" },
    notRunning: {
      en: "Meanwhile is not running: start it first (npm start).",
      zh: "Meanwhile 没有在运行：请先启动（npm start）。",
    },
    noAccount: { en: "There is no such account.", zh: "没有这个账号。" },
    nobody: (url: string): Both => ({ en: `Nothing answers at ${url}.`, zh: `${url} 没有应答。` }),
    notHere: {
      en: `This server does not connect to ${app.en}. Switch it on under channels.${name} in the settings.`,
      zh: `这个服务器没有启用${zh}连接，请在设置的 channels.${name} 中启用。`,
    },
    scan: { en: `Scan this with ${app.en}:`, zh: `请用${zh}扫描：` },
    link: (url: string): Both => ({
      en: `If the code can't be read, open this on the phone: ${url}`,
      zh: `如果无法扫码，请在手机上打开：${url}`,
    }),
    newCode: {
      en: "That code is no longer valid. Here is a new one:",
      zh: "二维码已失效，这是新的：",
    },
    blocked: {
      en: "Too many wrong numbers. Here is a new code:",
      zh: "数字错误次数过多，请扫描新的二维码：",
    },
    scanned: { en: "Scanned. Confirm on the phone.", zh: "已扫描，请在手机上确认。" },
    askNumber: { en: "Type the number that the phone shows:", zh: "请输入手机上显示的数字：" },
    wrongNumber: { en: "Wrong number. Try again:", zh: "数字不对，请再输入一次：" },
    noNumber: {
      en: "The login needs that number.",
      zh: "没有输入数字，登录无法继续。",
    },
    connected: (account: string): Both => ({
      en: `${app.en} is connected (${account}). Write to the bot.`,
      zh: `${zh.trimStart()}已连接（${account}）。现在可以给机器人发消息了。`,
    }),
    already: (account: string): Both => ({
      en: `This ${app.en} is already connected (${account}).`,
      zh: `这个${zh}之前已经连接（${account}），继续使用即可。`,
    }),
    gone: {
      en: "This login was replaced by a newer one.",
      zh: "这次登录已被新的登录取代。",
    },
    failed: (reason: string): Both =>
      failures({ name, app })[reason] ?? {
        en: `The login failed (${reason}).`,
        zh: `登录失败（${reason}）。`,
      },
  };
}

/** Why a login failed, by the server's code for it. */
function failures({ name, app }: LinkedApp): Readonly<Record<string, Both>> {
  const zh = spaceName(app.zh);
  return {
    timed_out: {
      en: "The login took longer than eight minutes. Start again.",
      zh: "登录超过八分钟，请重新开始。",
    },
    expired: {
      en: "Three codes expired without being scanned. Start again.",
      zh: "三个二维码都已过期，请重新开始。",
    },
    verify_code_blocked: {
      en: "Too many wrong numbers. Wait a while and start again.",
      zh: "数字错误次数过多，请稍后重新开始。",
    },
    no_code: {
      en: `${app.en} can't issue a new code. Try again later.`,
      zh: `${zh.trimStart()}暂时无法提供新的二维码，请稍后再试。`,
    },
    host_refused: {
      en: `${app.en} pointed to a host that is not its own, so the login was stopped. See channels.${name}.allowed_hosts.`,
      zh: `${zh.trimStart()}指向了一个不属于它的地址，登录已中止。见 channels.${name}.allowed_hosts。`,
    },
    incomplete_answer: {
      en: `${app.en}'s answer was incomplete. Start again.`,
      zh: `${zh.trimStart()}的应答不完整，请重新开始。`,
    },
    bound_elsewhere: {
      en: `This ${app.en}'s bot is connected elsewhere.`,
      zh: `这个${zh}的机器人已在别处连接。`,
    },
    channel_identity_already_bound: {
      en: `This ${app.en} belongs to another account here.`,
      zh: `这个${zh}已绑定到这里的另一个账号。`,
    },
  };
}
