/** Where a person is expected, a small misspelling is forgiven. */
export const slot = /(?:约|提醒|通知|邀请?|叫上?|喊上?|跟|和|与|同|、|看看|问问|看一?下)\s*$/;

export const owned =
  /^\s*(?:[的他她家]+\s*(?:[妈爸爹娘哥姐弟妹爷奶姥]|外[公婆]|老[婆公师板]|媳妇|太太|先生|儿子|女儿|孩子|领导|同事|同学|朋友|室友|[男女]朋友|对象|秘书|助理|家人|父母|律师|医生|经理|客户|团队|队|公司)|妈妈|爸爸|他[妈爸]|她[妈爸]|爷爷|奶奶|老婆|老公|媳妇|儿子|女儿)/;

export const betweenNames = /^\s*(?:和|跟|与|、|,|，|还有|以及|及|&|我和|我|一下)?\s*$/;

/** "和好友王磊": who the friend is, said before the name. */
export const friendAhead =
  /(?:我的?)?(?:好朋友|好友|老友|朋友|同事|同学|老同学|哥们儿?|闺蜜|室友)\s*$/;
