// Reports of runs: a document of tables and pictures as data; as one HTML file that needs nothing else; as Markdown.
#pragma once

#include <span>
#include <string>

#include "core/json.h"
#include "core/result.h"
#include "experiment/store.h"

namespace stackwright {

/// Everything a report shows, aggregated so that it stays small:
///   {`format`, `title`, `subtitle`, `version`, `sections` [{`id`, `title`, `text` [paragraphs], `blocks`}]}
/// A block is a table {`type` "table", `title`, `columns`, `rows`, `note`} or a picture {`type` "picture", `id`, `kind`
/// lines, bars, heat or radar, `title`, `note`, ... data}.
Result<Json> report_document(const Store& store, std::span<const RunRow> runs);

/// The document with the program that draws it (web/dist/report.js among the data files), in one file.
Result<std::string> report_page(const Json& document);

/// Text and tables of the document; sections are headings of this level.
std::string report_markdown(const Json& document, int level = 2);

}  // namespace stackwright
