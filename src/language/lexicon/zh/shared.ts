export const peopleInGeneral = /^(?:孩子|家长|大家|同学|学生|员工|各位|所有人|别人|他们?|她们?)/;

export const asksOfPeople = /^(?:约|邀|提醒|通知|告诉|转告|叫|喊|带|拉)/;

export const tie = /[跟和与同]\s*$/;

export const kin =
  /^我?(?:妈妈?|爸爸?|老婆|老公|媳妇|[男女]朋友|[男女]友|儿子|女儿|爷爷|奶奶|姥姥|外婆|[哥姐弟妹]{1,2})/;

export const together = /^(?:一起|一块儿?)\s*(?=\S)/;

export const nextName =
  /^\s*(?:和|跟|与|、|还有|以及)(?!我|咱|大家)([\u4e00-\u9fff]{1,3}|[A-Za-z]+)/;

export const saysOwn = /^我(?![们俩和跟与])/;

export const tieBefore = /(?:跟|和|与|同|还有|以及|、|,|，|我和|我跟)\s*$/;

export const tieBehind =
  /^(?:\s*[和跟与]我(?:们?俩|们)?(?![妈爸哥姐弟妹老家的爷奶公婆同朋]))?\s*(?:一起|一块儿?|俩|两个?人?|他们|她们)?\s*(?:约|定|订|安排)?(?:一?个(?!月))?(?:一起)?/;
