/** The fixed XML parts of a workbook (ECMA-376), kept apart from the code that streams rows. */
import { escapeXml } from './cells.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

export interface SheetPart {
  name: string
  hidden?: boolean
}

/** Characters Excel refuses in a sheet name, and its 31-character limit. */
export function safeSheetName(name: string): string {
  const clean = Array.from(name.replace(/[\\/?*[\]:']/g, ' ').trim())
    .slice(0, 28)
    .join('')
  return clean === '' ? 'Sheet' : clean
}

export const contentTypes = (sheets: number): string =>
  `${XML}<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
  '<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>' +
  Array.from(
    { length: sheets },
    (_, i) =>
      `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
  ).join('') +
  '</Types>'

export const rootRelations = (): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

export const workbook = (sheets: readonly SheetPart[]): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
  sheets
    .map(
      (sheet, i) =>
        `<sheet name="${escapeXml(sheet.name)}" sheetId="${i + 1}"${sheet.hidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
    )
    .join('') +
  '</sheets></workbook>'

export const workbookRelations = (sheets: number): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">` +
  Array.from(
    { length: sheets },
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  ).join('') +
  `<Relationship Id="rId${sheets + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`

/** The order of cellXfs is the meaning of STYLE in cells.ts. 49 is Excel's built-in text format. */
export const styles = (): string => {
  const xf = (numFmt: number, font = 0, extra = ''): string =>
    `<xf numFmtId="${numFmt}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${font ? ' applyFont="1"' : ''}${extra ? ` applyAlignment="1">${extra}</xf>` : '/>'}`
  const wrap = '<alignment vertical="top" wrapText="1"/>'
  const font = (weight = '', size = 11, color = ''): string =>
    `<font>${weight}<sz val="${size}"/>${color}<name val="等线"/><family val="2"/></font>`
  return (
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="4">` +
    '<numFmt numFmtId="164" formatCode="#,##0.00"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/>' +
    '<numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="167" formatCode="0.00%"/></numFmts>' +
    `<fonts count="4">${font()}${font('<b/>')}${font('<i/>', 11, '<color rgb="FF808080"/>')}${font('<b/>', 14)}</fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="11">${xf(0)}${xf(49, 1, '<alignment vertical="center"/>')}${xf(49)}${xf(0)}${xf(164)}${xf(167)}${xf(165)}${xf(166)}` +
    `${xf(49, 0, wrap)}${xf(49, 2)}${xf(0, 3)}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  )
}

/** `styles[i]` formats the still empty cells of a column, so that an ID number typed into a template stays text. */
export const sheetHead = (widths: readonly number[], columnStyles: readonly number[] = []): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultRowHeight="15"/><cols>' +
  widths
    .map(
      (width, i) =>
        `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"${columnStyles[i] ? ` style="${columnStyles[i]}"` : ''}/>`,
    )
    .join('') +
  '</cols><sheetData>'

/** The order of these elements is prescribed: autoFilter, dataValidations, pageMargins, headerFooter. */
export function sheetTail(parts: { filter?: string; validations?: readonly string[]; footer?: string }): string {
  const { filter, validations = [], footer } = parts
  return (
    '</sheetData>' +
    (filter ? `<autoFilter ref="${filter}"/>` : '') +
    (validations.length ? `<dataValidations count="${validations.length}">${validations.join('')}</dataValidations>` : '') +
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>' +
    // & starts a code in a printed footer; && prints one. Excel allows 255 characters.
    (footer
      ? `<headerFooter><oddFooter>${escapeXml(
          `&L${footer
            .replace(/[\r\n]+/g, ' ')
            .slice(0, 200)
            .replaceAll('&', '&&')}&R&P/&N`,
        )}</oddFooter></headerFooter>`
      : '') +
    '</worksheet>'
  )
}
