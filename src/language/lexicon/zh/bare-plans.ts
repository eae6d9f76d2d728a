/** A subject with its verb, a question or a denial: a report or a question. */
export const told =
  /[?？吗呢么嘛]|[我你您他她它咱谁们]|[了着过]|没|不(?!锈)|别|是|有|说|可能|也许|好像|听说|什么|怎么|哪|几|多少|因为|所以|但|才|就|都|已|刚|正在|将|规定|必须|打算|本来|自动|开始|准时|多久|多长|要多/;

/** What a plan is made of: an event by its name, or something to do. */
export const plans =
  /^(?:要|得|需要?)?(?:(?:和|跟|与|同|陪|带|约)[\u4e00-\u9fffA-Za-z]{1,6}?(?:一起|一块)?)?(?:去|到|来)?(?:[\u4e00-\u9fffA-Za-z]{0,4})?(?:开会|开.{0,4}会|例会|会议|评审|面试|体检|复查|复诊|看牙|看病|看医生|牙医|上课|下课接|听课|讲座|考试|接(?:孩子|娃|人|机|[\u4e00-\u9fff]{1,3}$)|送(?:孩子|娃|机|[\u4e00-\u9fff]{1,3}$)|交(?:报告|报表|作业|材料|房租|电费|水费|话费|稿)|取(?:快递|包裹|药|钱|证|件)|拿(?:快递|包裹|药|报告)|缴费|还款|还书|买菜|买药|吃饭|吃药|聚餐|聚会|饭局|约会|喝茶|喝咖啡|喝酒|看电影|看展|看房|看演出|演唱会|跑步|健身|游泳|瑜伽|打球|打羽毛球|打篮球|踢球|爬山|骑行|理发|剪头发|洗牙|洗车|做核酸|做饭|做SPA|保养|年检|搬家|修车|培训|汇报|答辩|拜访|见客户|见.{1,4}$|见面|碰头|团建|值班|出发|起床|睡觉|午休|打疫苗|打针|家长会|婚礼|生日会|彩排|比赛|练琴|练车|[\u4e00-\u9fff]{2,5}课$|(?:读书|分享|宣讲|研讨|茶话|晨|早|周|班)会$|打电话|回电话|签合同|签约|办证|办签证|遛狗|浇花|喝奶茶|饮茶|逛街|出差|旅游|旅行|度假|休假|请假|[早中晚夜白]班|[大小]夜)/;

/** Words that led to a time, where it is taken out. */
export const leftOver = /^\s*的?|的\s*$/g;

/** Characters of the longest. */
export const mostWords = 14;

/** The words by which a person says of a plan that it is theirs. */
export const own =
  /^[\s,，]*(?:(?:对了|那个|话说)[\s,，]*)?(?:我们?|咱们?|俺)(?!们|[的家国校司]|[爸妈爹娘哥姐弟妹爷奶姥婶叔姨舅姑]|老[公婆板师爸妈]|儿子|女儿|孩子|朋友|同[事学]|室友|男友|女友|领导)\s*(?:也|还)?\s*(?:有(?:一?[个场次节堂顿])?|约(?:了|好了?)|定了|(?:得|要|需要)(?=去|到))?\s*/;

/** What is a plan only where a person says that it is theirs. */
export const ownPlans =
  /^(?:的)?(?:[\u4e00-\u9fff]{0,4})?(?:会|局|课|手术|飞机|航班|火车|高铁|动车|车票|牙医|医生|客户|理疗|家教|推拿|按摩)$/;

/** What a person usually does: an event may be named, but it is not a plan. */
export const usual = /最近|平时|平常|通常|一般|总|老是|经常|常常|偶尔|有时|往往|每次|一直|从来/;
