import type { Both } from "../command.ts";

export const serviceHelp: Both = {
  en: [
    "npx meanwhile service install|remove [--print]",
    "",
    "Writes a systemd unit, so that Meanwhile starts with the machine and again after a failure. For root it is a unit of the",
    "machine that runs as the user meanwhile, with its data in /var/lib/meanwhile; for anyone else a unit of theirs with the data",
    "directory of --data. A service that runs already is restarted from this installation. The settings file that is found now (meanwhile.yaml or --config) is used.",
    "  --print   shows the unit and changes nothing",
  ].join("\n"),
  zh: [
    "npx meanwhile service install|remove [--print]",
    "",
    "写入 systemd 单元：开机自动启动，出错后自动重启。root 得到的是系统单元，以用户 meanwhile 运行，数据在 /var/lib/meanwhile；",
    "其他用户得到自己的用户单元，数据在 --data 指定的目录。已在运行的服务会从当前安装重新启动。使用当前找到的配置文件（meanwhile.yaml 或 --config）。",
    "  --print   只显示单元内容，不做改动",
  ].join("\n"),
};

export const serviceWords = {
  usage: {
    en: "Say install or remove: npx meanwhile service install.",
    zh: "请写 install 或 remove：npx meanwhile service install。",
  },
  linuxOnly: {
    en: "Services are installed with systemd, which this system does not have. Nothing was changed.",
    zh: "服务通过 systemd 安装，本系统没有 systemd。没有改动任何内容。",
  },
  hidden: (place: string) => ({
    en: `The service can't see home and temporary directories, and Meanwhile or its Node is in one (${place}). Install it elsewhere, such as with npm install -g meanwhile or in /opt, or run this as the user whose directory it is. Nothing was changed.`,
    zh: `服务看不到家目录和临时目录，而 Meanwhile 或它的 Node 就在其中（${place}）。请装到别处，例如 npm install -g meanwhile 或 /opt，或用该目录的用户运行本命令。没有改动任何内容。`,
  }),
  noUser: {
    en: "The user meanwhile could not be created. Create it and run this again: useradd --system --home-dir /var/lib/meanwhile --shell /usr/sbin/nologin meanwhile. Nothing was changed.",
    zh: "无法创建用户 meanwhile。请先创建，再运行本命令：useradd --system --home-dir /var/lib/meanwhile --shell /usr/sbin/nologin meanwhile。没有改动任何内容。",
  },
  closed: (file: string) => ({
    en: `The service runs as the user meanwhile, who may not read ${file}. Open it and the directories above it (chmod o+rX), or install Meanwhile elsewhere. No unit was written.`,
    zh: `服务以用户 meanwhile 运行，而该用户不能读取 ${file}。请放开它和上级目录的读取权限（chmod o+rX），或把 Meanwhile 装到别处。没有写入单元。`,
  }),
  noPage: (reason: string) => ({
    en: `The page could not be built, and the service can't build it itself. Nothing was changed. ${reason}`,
    zh: `网页无法构建，而服务自己不能构建它。没有改动任何内容。${reason}`,
  }),
  installed: (file: string) => ({ en: `Written: ${file}`, zh: `已写入：${file}` }),
  starting: { en: "Starting; this waits until it is ready.", zh: "正在启动，就绪后才返回。" },
  running: (url: string, manager: string) => ({
    en: `It is running: ${url}\nIts log: journalctl ${`${manager} -u meanwhile`.trim()}`,
    zh: `已启动：${url}\n查看日志：journalctl ${`${manager} -u meanwhile`.trim()}`,
  }),
  failed: (manager: string) => ({
    en: `It did not start. systemd tries again; journalctl ${`${manager} -u meanwhile`.trim()} shows more. It said last:`,
    zh: `没有启动成功，systemd 会继续重试。更多内容：journalctl ${`${manager} -u meanwhile`.trim()}。最后的输出：`,
  }),
  signIn: (command: string) => ({
    en: `To sign in: ${command}`,
    zh: `登录：${command}`,
  }),
  startYourself: (by: string) => ({
    en: `systemd does not answer here. Where it does: ${by} daemon-reload && ${by} enable --now meanwhile`,
    zh: `这里的 systemd 没有应答。可以时请运行：${by} daemon-reload && ${by} enable --now meanwhile`,
  }),
  removed: (file: string) => ({
    en: `Stopped and removed: ${file}. The data stays.`,
    zh: `已停止并移除：${file}。数据保留。`,
  }),
};
