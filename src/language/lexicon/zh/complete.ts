export const doneWords =
  /打勾|打钩|勾掉|划掉|搞定|完成|做完|弄好|办妥|已经|(?<=会)[开散]|(?<=课)上|(?<=[考面]试)[考面]/g;

export const particles = /[完了过好啦呀哈哦啊吧的已经都才刚]/g;

export const asks = /[?？]|吗|什么时候|几点|没有?$/;

export const doneByOthers =
  /^\s*(?:他|她|它|别人|人家|谁|你|我?(?:妈|爸|老婆|老公|爷爷|奶奶|同事|朋友|室友|儿子|女儿|孩子|老师|老板|哥|姐|弟|妹))/;

export const intention =
  /把(?:我|你|他|她|人|咱)|要|准备|打算|该|想|马上|正在|不|没|别|去.{1,8}了|忘|得(?=去)/;

/** Once, or again and again, in another time. */
export const longAgo =
  /[好很]多年|[几\d一二两三四五六七八九十]+年|一?辈子|以前|从前|小时候|年轻[的时]|那会儿|那时候?|当年|去年|前年|上学|大学/;

/** "快递拿到了": what has come is done where it was to be fetched. */
export const received = /[拿取领收]到?/;
export const toFetch = /[拿取领收]/;

export const directions =
  /\s|回来|回家|回去|过[去来]|进[去来]|出[去来]|下[去来]|上[去来]|起来|今天|今早|刚刚/g;

export const smallWords = /[我他她毕回掉到上下就也又还再给把去来弄做搞办先终于]/;

export const already = /已经?/;

export const aroundDone = "好了?|好的|嗯|行|我|已经|都|今天的?|这个";
export const doneAlone = "搞定|完成|做完|弄完|弄好|办好|办完|做好";
export const behindDone = "了|啦|咯|喽|哈|哦|啊|呀|谢谢";
