/** What can be asked of a story, for whoever asks. */
export const sceneHelp = {
  en: [
    "Stories, from any chat:",
    "/scene list · /scene use 2 · /scene samples — your stories; choose one; three characters to try",
    "/scene new Mira, Ben: The lock shop — a new story · /scene greetings — other openings",
    "Once in a story, what you write is said or done there. (/scene say … does the same.)",
    "/scene next — they go on · /scene who — who is here · /scene cast — all characters",
    "/scene whisper Mira: … — only Mira hears it · /scene enter Cleo · /scene exit Ben",
    "/scene meanwhile Mira, Ben: … — the two without you; what you write is stage direction",
    "/scene let Mira and Ben talk for 6 beats, stop if trust(Mira, Ben) < 40 — while you are away",
    "/scene at 21:00 let Mira and Ben talk · /scene skip 2 hours — by the story’s clock",
    "/scene close — end the scene · /scene digest — what you missed · /scene unseal — all of it",
    "/scene stop — stop what goes on by itself · /scene leave — back to ordinary talk",
  ].join("\n"),
  zh: [
    "在任何聊天里玩剧情：",
    "/场景 列表 · /场景 选择 2 · /场景 示例 —— 你的剧情；进入一个；带来三个示例角色",
    "/场景 新建 沈渡、九娘：渡口 —— 新剧情 · /场景 开场白 —— 其他开场",
    "进入剧情后，你写的话就是你在剧情里说的、做的。（/场景 说 … 也一样）",
    "/场景 继续 —— 让他们接着演 · /场景 谁 —— 谁在场 · /场景 角色 —— 所有角色",
    "/场景 悄悄 九娘：… —— 只有九娘听见 · /场景 进场 某某 · /场景 离场 某某",
    "/场景 与此同时 沈渡、九娘：… —— 你不在场的两人；你写的是舞台指示",
    "/场景 让沈渡和九娘聊6轮，如果沈渡对九娘的信任低于40就停 —— 你不在时自己进行",
    "/场景 定在 21:00 让沈渡和九娘聊4轮 · /场景 快进 2小时 —— 按剧情里的时间",
    "/场景 收场 —— 结束这一场 · /场景 摘要 —— 你错过了什么 · /场景 揭晓 —— 全部内情",
    "/场景 停 —— 停下自行进行的场景 · /场景 离开 —— 回到平常的聊天",
  ].join("\n"),
};
