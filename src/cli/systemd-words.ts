import type { Both } from "./command.ts";

export const serviceHelp: Both = {
  en: [
    "npx meanwhile service install|remove [--print]",
    "",
    "Writes a systemd unit, so that Meanwhile starts with the machine and again after a failure. For root it is a unit of the",
    "machine with a user of its own and its data in /var/lib/meanwhile; for anyone else a unit of theirs with the data directory",
    "of --data. The settings file that is found now (meanwhile.yaml or --config) is used.",
    "  --print   shows the unit and changes nothing",
  ].join("\n"),
  zh: [
    "npx meanwhile service install|remove [--print]",
    "",
    "写入 systemd 单元：开机自动启动，出错后自动重启。root 得到的是系统单元，用独立的用户运行，数据在 /var/lib/meanwhile；",
    "其他用户得到自己的用户单元，数据在 --data 指定的目录。使用当前找到的配置文件（meanwhile.yaml 或 --config）。",
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
    en: `The service sees no home directories, and Meanwhile or its Node is in one (${place}). Install it elsewhere, such as with npm install -g or in /opt, or run this as the user whose it is. Nothing was changed.`,
    zh: `服务看不到家目录，而 Meanwhile 或它的 Node 就在其中（${place}）。请装到别处，例如 npm install -g 或 /opt，或用该用户运行本命令。没有改动任何内容。`,
  }),
  installed: (file: string) => ({ en: `Written: ${file}`, zh: `已写入：${file}` }),
  running: (by: string) => ({
    en: `It is running. Its log: journalctl${by.endsWith("--user") ? " --user" : ""} -u meanwhile`,
    zh: `已启动。查看日志：journalctl${by.endsWith("--user") ? " --user" : ""} -u meanwhile`,
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
