import { describe, expect, test } from 'vitest'
import { modules } from '../../src/modules.ts'
import { codeOf, files, placeOf, places, sources, textOf } from './source.ts'

const written = files.filter(
  (file) =>
    /\.(?:tsx?|mjs|md|json|sql|css|html|tsv|svg|npmrc|yml)$/.test(file) &&
    file !== 'package-lock.json' &&
    file !== 'tests/house/words.test.ts',
)
const findings = (pattern: RegExp, among: readonly string[] = written, text: (file: string) => string = textOf): string[] =>
  among.flatMap((file) => places(file, pattern, text(file)))

/** Opening tags of a component: up to the bracket that stands outside every brace. */
function tagsOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<${name}[\\s>]`, 'g'))].map(({ index }) => {
    let depth = 0
    for (let i = index; i < text.length; i++) {
      if (text[i] === '{') depth++
      else if (text[i] === '}') depth--
      else if (text[i] === '>' && depth === 0) return text.slice(index, i + 1)
    }
    return text.slice(index)
  })
}

describe('what is written', () => {
  test('promises no later work', () => {
    expect(
      findings(
        /\b(?:TODO|FIXME|XXX|HACK)\b|敬请期待|开发中|建设中|待开发|暂未实现|尚未实现|即将上线|[Cc]oming soon|[Nn]ot (?:yet )?implemented|[Ll]orem ipsum/,
      ),
    ).toEqual([])
  })
  test('names no folder of a machine', () => {
    expect(findings(/(?<![\w.)}\]/-])\/(?:home|Users|root|work|mnt|private|shared)\/[\w.-]+|[A-Z]:\\\\?Users\b/)).toEqual([])
  })
  test('names no address but the known ones', () => {
    const known =
      /^(?:\P{ASCII}|user:pass@example\.com|bucket\.oss-cn-|localhost|127\.0\.0\.1|\[::1?\]|[\w.-]*\.localhost|[\w.-]*example(?:\.(?:com|cn|org|net|test))?|[\w.-]+\.(?:test|invalid|example)|www\.(?:w3|omg)\.org|www\.topografix\.com|schemas\.(?:openxmlformats|microsoft)\.(?:org|com)|webapi\.amap\.com|(?:api|oapi|login)\.dingtalk\.com|(?:open|accounts)\.feishu\.cn|(?:qyapi|login\.work|open)\.weixin\.qq\.com|10\.0\.0\.[15]\b|169\.254\.169\.254\b|2130706433:1|(?:wecom|tsa)\.internal|\w:\w@example\.com|uri\.amap\.com|t0\.tianditu\.gov\.cn|\*\.(?:amap|autonavi)\.com|purl\.org|json-schema\.org|\$\{)/u
    const wrong = findings(/https?:\/\/[^\s'"`<>)，。；]+/).filter((place) => !known.test(place.replace(/^.*?https?:\/\//, '')))
    expect(wrong).toEqual([])
  })
  test('locks packages without naming where they were fetched', () => {
    const hosts = new Set([...textOf('package-lock.json').matchAll(/"resolved": "https?:\/\/([^/"]+)/g)].map(([, host]) => host!))
    expect([...hosts]).toEqual([])
    expect(textOf('.npmrc')).not.toMatch(/^\s*(?:@[\w-]+:)?registry\s*=|:\/\//m)
  })
  test('greys no button without a word why: it is a ReasonButton, unless the whole form is locked and says so', () => {
    const locked = /^(?:disabled|readOnly|!editable|props\.disabled)$/
    const silent = sources
      .filter((file) => file.endsWith('.web.tsx') && !file.endsWith('/reason-button.web.tsx'))
      .flatMap((file) =>
        tagsOf(textOf(file), 'Button').flatMap((tag) => {
          const [, why] = /\sdisabled=\{([^{}]*)\}/.exec(tag) ?? []
          return why === undefined || locked.test(why) ? [] : [`${file}: disabled={${why}}`]
        }),
      )
    expect(silent).toEqual([])
    expect(tagsOf('<Button icon={<Plus />} disabled={i > 0} onClick={() => go()}>x</Button>', 'Button')).toEqual([
      '<Button icon={<Plus />} disabled={i > 0} onClick={() => go()}>',
    ])
  })
  test('takes the days and moments of calls from one place, which knows where the calendar ends', () => {
    const answers =
      /^src\/kit\/(?:http\/inputs|report\/answers\.server|entity\/value\/zod-of|entity\/api\/generated-answers\.server|backup\/manifest)\.ts$/
    const wrong = sources
      .filter((file) => placeOf(file) !== 'test' && !answers.test(file))
      .flatMap((file) => places(file, /z\.iso\.(?:date|datetime)\(/, codeOf(file)))
    expect(wrong).toEqual([])
    expect(places('x.ts', /z\.iso\.(?:date|datetime)\(/, 'const DAY = z.iso.date()').length).toBe(1)
  })
  test('lets no type escape without saying why', () => {
    const wrong = sources.flatMap((file) => {
      const lines = textOf(file).split('\n')
      const code = codeOf(file).split('\n')
      // As an argument of a type (`Entity<any>`) it means «of whatever fields»; bare it means «unchecked».
      return code.flatMap((line, i) =>
        /(?:\bas|[:(|,]) ?any\b(?![>,]| =)|@ts-(?:ignore|nocheck|expect-error)/.test(line) &&
        !/\/[/*]/.test(lines[i]! + (lines[i - 1] ?? ''))
          ? [`${file}:${i + 1} ${line.trim().slice(0, 100)}`]
          : [],
      )
    })
    expect(wrong.filter((place) => !/\.test\.ts|\/fixture\//.test(place))).toEqual([])
  })
  test('reads the clock in one place of every rule, definition and module: its parameter', () => {
    const ruled = sources
      .filter((file) => file.startsWith('src/modules/') && placeOf(file) !== 'test' && placeOf(file) !== 'web')
      .concat(sources.filter((file) => placeOf(file) === 'rules'))
    expect(findings(/Date\.now\(\)|new Date\(\)|Math\.random\(\)/, [...new Set(ruled)], codeOf)).toEqual([])
  })
  test('of the kit knows no business word', () => {
    const business = modules
      .filter((m) => ['vehicles', 'leasing', 'billing', 'transport', 'freight', 'partners'].includes(m.name))
      .flatMap((m) => m.entities.map((e) => e.name))
    expect(business.length).toBeGreaterThan(15)
    const kit = sources.filter(
      (file) => file.startsWith('src/kit/') && placeOf(file) !== 'test' && !file.includes('/fixture/') && !file.includes('testing'),
    )
    // «release» and the like are English too; these are not. «carrier» is also what the browser stores under the customer's name, «apiKey» a
    // word of OpenAPI.
    const words = business.filter(
      (name) => !['carrier', 'handover', 'payment', 'bill', 'contract', 'lease', 'allocation', 'apiKey'].includes(name),
    )
    expect(findings(new RegExp(`['".]/?(?:${words.join('|')})['"/]`), kit, codeOf)).toEqual([])
  })
})

/** What the screen said and nobody understood, beside what it says now. */
const GONE: Readonly<Record<string, string>> = {
  '姓名/企业名称': '按类型：姓名、企业名称',
  应付日偏移: '应付日比账期首日晚',
  按起租日对日: '每期从起租日的同一天起',
  '‱': '每天万分之',
  算头不算尾: '还车当天不计租',
  算头算尾: '还车当天计租',
  请联系管理员授予: '请联系管理员开通',
  本金结清时计收: '付清后出账',
  核销后未收: '付后还欠',
  子账单: '账单明细',
  账单信息: '全部账单',
  合同交车: '待交车',
  结算信息: '退车结算',
  行车助手: '报警处理',
  未入库数据: '异常定位数据',
  新增服务费账单: '开服务费账单',
  立即出账: '提前出下一期账单、到期账单出账',
  空格按首行填充: '用第一行补齐空格',
  跳过有误: '有误未导入',
  从未登录: '还没有登录过',
  营收骤降: '收入骤降',
  零营收: '没有收入',
  违章押金至少保留: '违章押金最少留存',
  调拨门店: '调拨',
  '点击、拖入或粘贴': '上传或粘贴图片',
  申请减免不超过: '减免上限',
  已记下: '我已复制，关闭',
  未配置合同审批流程: '本门店未设合同审批',
  按剩余租金比例: '赔剩余租金的一部分',
  油卡信息: '油卡账户',
  '不能选：': '原因与「去处理」',
  首尾日规则: '还车当天是否计租',
  减小偏移: '把「应付日比账期首日晚」改大',
  至少保留的违章押金: '违章押金最少留存',
  反核销: '取消核销',
  提醒阶梯: '提前几天提醒',
  归责把握: '责任认定',
  窗口期: '这段时间',
  流程标识: '流程编码',
  流转记录: '操作记录',
  流转位置: '流程走到的地方',
  新增根: '新增顶层',
  取并集: '任何一个允许看到的都能看到',
  轮询不算: '页面自动刷新不算操作',
  关键词: '关键字',
  口令: '密码',
  你: '您',
  该业务记录: '这种单据',
  该节点: '这一步',
  此节点: '这一步',
  当前节点: '当前步骤',
  组成它的记录: '它的明细',
  可统计的记录: '可以统计的内容',
  强制校验: '其他人调用会被拒绝',
  不存在或无权: '已被删除，或不在您的数据权限内',
  您无权查看: '不在您的数据权限内',
  无权选择: '不在您的数据权限内',
  地址中没有: '这个地址没有写明是哪一条，请从列表中打开',
  系统参数中: '在「参数设置」中',
  '（数据）': '各项的名称与值（f.json 的 of，或 said）',
}

/** Shapes of sentences that leave somebody alone, and what stands there instead. */
const SHAPES: readonly (readonly [shape: RegExp, instead: string])[] = [
  // A question that repeats the button: whoever reads it learns nothing of what follows.
  [/\bconfirm: '(?:确认|确定|提交|恢复)[^，。；：]{0,16}？'/g, '先说之后会怎样，再问：「停用后不能再用于新合同。确认停用？」'],
  [
    /'[^']*(?:操作失败|参数(?:错误|有误|不正确)|系统(?:错误|异常)，|未知错误|非法操作|数据(?:不存在|错误|有误)|无效的?(?:请求|操作|数据|参数))[^']*'/g,
    '哪一样东西、哪里不对、怎么办',
  ],
  [/'(?:当前状态)?不允许[^']+'/g, '为什么现在不能，怎么办之后可以'],
  [
    /(?:refused|absent|forbidden)\('[^'，；。：]{1,14}(?:不存在|已失效|不可用|不合法)'\)/g,
    '哪一样东西被删除了或不在数据权限内，接着怎么找',
  ],
  [/'没有[^'，。]{1,14}的权限'/g, '您没有…的权限，请联系管理员开通'],
  [/请联系管理员授予|请联系管理员授权/g, '请联系管理员开通'],
  [/(?:字段|记录|参数|实体|枚举|对象)(?:不存在|不合法|非法|为空|不能为空)'/g, '屏幕上那一项的名称，应填什么'],
  [/'[^']*(?:空|否|是|填写|(?<![\d、])\d) = [\u4e00-\u9fff][^']*'/g, '不填则…、不填为…、空着表示…'],
  [/'[^']*(?:幂等|去重键|主键|外键|序列化|反序列化|空指针|回调函数|布尔)[^']*'(?![^\n]*internal: true)/g, '业务上的说法'],
]

describe('the screen', () => {
  test('says what a newcomer understands: these words do not return', () => {
    const shown = sources.filter((file) => file.startsWith('src/') && placeOf(file) !== 'test')
    const back = shown.flatMap((file) =>
      Object.entries(GONE).flatMap(([word, instead]) => (codeOf(file).includes(word) ? [`${file}: ${word} → ${instead}`] : [])),
    )
    expect(back).toEqual([])
  })
  test('never shows a structure as the program stores it', () => {
    const raw = /(?<![$\w=])\{JSON\.stringify\(|>\s*\{[^{}]*JSON\.stringify\([^{}]*\}\s*</
    const shown = sources.filter((file) => file.startsWith('src/') && file.endsWith('.web.tsx'))
    // In an attribute (a key, a picture’s address, what a button copies) nobody reads it.
    const back = shown.flatMap((file) =>
      codeOf(file)
        .split('\n')
        .flatMap((line, i) => (raw.test(line.replaceAll(/\w+=\{JSON\.stringify\(/g, '')) ? [`${file}:${i + 1}`] : [])),
    )
    expect(back).toEqual([])
    expect(raw.test('<pre>{JSON.stringify(value, null, 2)}</pre>')).toBe(true)
  })
  test('leaves nobody alone: a question says what follows, a refusal names the thing and the way out', () => {
    const shown = sources.filter(
      (file) => file.startsWith('src/') && placeOf(file) !== 'test' && !/\/fixture\/|demo(?:-look)?\.web|\/jt808\/|\/english\//.test(file),
    )
    const alone = shown.flatMap((file) => {
      const code = codeOf(file)
      return SHAPES.flatMap(([shape, instead]) => [...code.matchAll(shape)].map(([text]) => `${file}: ${text.slice(0, 60)} → ${instead}`))
    })
    expect(alone).toEqual([])
    // It bites.
    const bad = [
      "confirm: '确认启用？'",
      "refused('流程不存在')",
      "'没有下载的权限'",
      "hint: '空 = 不限'",
      "'操作失败，请重试'",
      "'当前状态不允许此操作'",
    ]
    expect(bad.filter((text) => !SHAPES.some(([shape]) => text.search(shape) >= 0))).toEqual([])
    const good = [
      "confirm: '停用后不能再用于新合同。确认停用？'",
      "refused('流程已被删除，请刷新后重新选择')",
      "'您没有下载的权限，请联系管理员开通'",
      "hint: '不填则不限'",
    ]
    expect(good.filter((text) => SHAPES.some(([shape]) => text.search(shape) >= 0))).toEqual([])
  })
})

describe('files', () => {
  test('stay small', () => {
    const long = sources
      .map((file) => [file, textOf(file).split('\n').length] as const)
      .filter(([file, lines]) => lines > (placeOf(file) === 'test' ? 600 : 450))
    expect(long).toEqual([])
  })
  test('of the repository are known at the top: nothing of a person or a tool stands there', () => {
    const known = [
      '.ci',
      '.git-blame-ignore-revs',
      '.gitignore',
      '.npmrc',
      '.oxfmtrc.json',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'NOTICE',
      'README.md',
      'SECURITY.md',
      'database',
      'deploy',
      'docs',
      'index.html',
      'knip.json',
      'licences',
      'package-lock.json',
      'package.json',
      'public',
      'sbom.cdx.json',
      'scripts',
      'src',
      'tests',
      'tsconfig.json',
      'vite.config.ts',
      'vitest.config.ts',
    ]
    expect([...new Set(files.map((file) => file.split('/')[0]!))].filter((name) => !known.includes(name))).toEqual([])
  })
  test('of decisions are numbered without gaps and dated', () => {
    const decisions = files.filter((file) => /^docs\/decisions\/\d.+\.md$/.test(file))
    expect(decisions.length).toBeGreaterThan(5)
    expect(decisions.map((file) => Number(/\/(\d{4})-[\w-]+\.md$/.exec(file)?.[1]))).toEqual(decisions.map((_, i) => i + 1))
    const wrong = decisions.filter(
      (file, i) => !new RegExp(`^# ${String(i + 1).padStart(4, '0')} .+ \\(\\d{4}-\\d{2}-\\d{2}\\)$`).test(textOf(file).split('\n')[0]!),
    )
    expect(wrong).toEqual([])
  })
  test('of migrations have numbers of their own', () => {
    const numbers = files
      .filter((file) => /^database\/migrations\/.+\.sql$/.test(file))
      .map((file) => /\/(\d{4})_[a-z0-9_]+\.sql$/.exec(file)?.[1])
    expect(numbers).not.toContain(undefined)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})
