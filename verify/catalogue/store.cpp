#include "verify/catalogue/store.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>
#include <mutex>
#include <utility>

#include "dpcert/core/error.hpp"
#include "verify/catalogue/files.hpp"
#include "verify/catalogue/json.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::catalogue {

namespace {

namespace fs = std::filesystem;

constexpr int format = 2;  // user_version; a change of the tables raises it. 1 had no answers
constexpr int busy_ms = 10'000;
constexpr std::int64_t keep_progress = 60LL * 24 * 3600;  // seconds; abandoned searches

struct Failure {
  int code;
  std::string what;
  [[nodiscard]] bool damaged() const { return code == SQLITE_CORRUPT || code == SQLITE_NOTADB; }
};

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// One statement with its values; throws Failure.
class Query {
 public:
  Query(sqlite3* db, const char* sql) : db_(db) { check(sqlite3_prepare_v2(db, sql, -1, &statement_, nullptr)); }
  ~Query() { sqlite3_finalize(statement_); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  Query& text(const std::string& s) {
    check(sqlite3_bind_text64(statement_, ++bound_, s.data(), s.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
    return *this;
  }
  Query& blob(const std::string& s) {
    check(sqlite3_bind_blob64(statement_, ++bound_, s.data(), s.size(), SQLITE_TRANSIENT));
    return *this;
  }
  Query& number(std::int64_t n) {
    check(sqlite3_bind_int64(statement_, ++bound_, n));
    return *this;
  }
  bool row() {
    const int status = sqlite3_step(statement_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) check(status);
    return status == SQLITE_ROW;
  }
  void run() {
    while (row()) {
    }
  }
  [[nodiscard]] std::string bytes(int column) const {
    const void* data = sqlite3_column_blob(statement_, column);
    return {static_cast<const char*>(data ? data : ""),
            static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }
  [[nodiscard]] std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }

 private:
  void check(int status) const {
    if (status != SQLITE_OK) throw Failure{status & 0xff, sqlite3_errmsg(db_)};
  }
  sqlite3* db_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

/// A result as a row.
struct Row {
  std::string key, claim, statement, finding, proof, digest;
  std::int64_t made = 0, max_boxes = 0, complete = 0;

  [[nodiscard]] std::string expected_digest() const {
    return verify::sha256_hex(
        fmt::format("{}\n{}\n{}\n{} {}\n{}\n", key, claim, statement, max_boxes, complete, finding) + proof);
  }
};

constexpr const char* select_row =
    "SELECT key, claim, statement, finding, proof, digest, made, max_boxes, complete FROM results ";

Row row_of(const Query& q) {
  return {q.bytes(0), q.bytes(1),   q.bytes(2),   q.bytes(3),  q.bytes(4),
          q.bytes(5), q.integer(6), q.integer(7), q.integer(8)};
}

void insert(sqlite3* db, const Row& r) {
  Query(db, "INSERT OR REPLACE INTO results VALUES (?,?,?,?,?,?,?,?,?)")
      .text(r.key)
      .text(r.claim)
      .text(r.statement)
      .text(r.finding)
      .blob(r.proof)
      .text(r.digest)
      .number(r.made)
      .number(r.max_boxes)
      .number(r.complete)
      .run();
}

/// The answer of a claim as a row.
struct AnswerRow {
  std::string claim, statement, finding, digest;
  std::int64_t made = 0;

  [[nodiscard]] std::string expected_digest() const {
    return verify::sha256_hex(fmt::format("{}\n{}\n{}\n", claim, statement, finding));
  }
};

constexpr const char* select_answer = "SELECT claim, statement, finding, digest, made FROM answers ";

AnswerRow answer_row_of(const Query& q) { return {q.bytes(0), q.bytes(1), q.bytes(2), q.bytes(3), q.integer(4)}; }

/// A new answer takes the place of the old one, whatever the clock says; of answers that are copied the newest stays.
enum class Origin { fresh, copied };
void insert(sqlite3* db, const AnswerRow& a, Origin origin) {
  Query(db,
        "INSERT INTO answers VALUES (?,?,?,?,?) ON CONFLICT(claim) DO UPDATE SET statement=excluded.statement, "
        "finding=excluded.finding, digest=excluded.digest, made=excluded.made WHERE ? OR excluded.made >= made")
      .text(a.claim)
      .text(a.statement)
      .text(a.finding)
      .text(a.digest)
      .number(a.made)
      .number(origin == Origin::fresh)
      .run();
}

/// The answer that a result was to the claim for which it was found.
void insert_answer(sqlite3* db, const Row& r, Origin origin) {
  if (r.claim.empty()) return;
  AnswerRow a{r.claim, r.statement, r.finding, "", r.made};
  a.digest = a.expected_digest();
  insert(db, a, origin);
}

/// The results that are as they were written.
template <class Visit>
void each_result(sqlite3* db, Visit visit) {
  Query q(db, select_row);
  while (q.row())
    if (const Row r = row_of(q); r.digest == r.expected_digest()) visit(r);
}

std::string finding_text(const Finding& finding) {
  return to_json(finding).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<Store::Answer> answer_of(const AnswerRow& a) {
  if (a.digest != a.expected_digest()) return std::nullopt;
  try {
    return Store::Answer{a.statement, finding_from_json(nlohmann::ordered_json::parse(a.finding))};
  } catch (const nlohmann::json::exception&) {
  } catch (const Error&) {
  }
  return std::nullopt;
}

std::optional<Store::Result> result_of(const Row& r) {
  if (r.digest != r.expected_digest()) return std::nullopt;
  try {
    return Store::Result{r.statement,
                         r.claim,
                         finding_from_json(nlohmann::ordered_json::parse(r.finding)),
                         r.proof.empty() ? std::string() : gunzip(r.proof),
                         static_cast<std::uint64_t>(r.max_boxes),
                         r.complete != 0};
  } catch (const nlohmann::json::exception&) {
  } catch (const Error&) {
  }
  return std::nullopt;
}

}  // namespace

class Store::Database {
 public:
  Database(fs::path file, Complaint complaint) : file_(std::move(file)), complaint_(std::move(complaint)) {
    use([](sqlite3*) { return 0; });
  }
  ~Database() { close(); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// What `work` returns, or nothing if the file cannot be used. A damaged file is renewed once.
  template <class Work>
  auto use(Work work) -> std::optional<decltype(work(static_cast<sqlite3*>(nullptr)))> {
    const std::lock_guard lock(mutex_);
    for (int attempt = 0; attempt < 2 && !given_up_; ++attempt) {
      try {
        if (!db_) open();
        return work(db_);
      } catch (const Failure& problem) {
        if (problem.code == SQLITE_TOOBIG || problem.code == SQLITE_NOMEM) return std::nullopt;
        if (problem.damaged() && attempt == 0) {
          renew();
          continue;
        }
        give_up(problem.code == SQLITE_BUSY || problem.code == SQLITE_LOCKED
                    ? fmt::format("in use by another program for more than {} s", busy_ms / 1000)
                    : problem.what);
      }
    }
    return std::nullopt;
  }

 private:
  void open() {
    if (const int status = sqlite3_open_v2(file_.c_str(), &db_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
        status != SQLITE_OK) {
      std::string message = db_ ? sqlite3_errmsg(db_) : "no memory";
      close();
      throw Failure{status & 0xff, std::move(message)};
    }
    sqlite3_busy_timeout(db_, busy_ms);
    try {
      // A killed program loses nothing that was put; a power cut may lose the last seconds.
      Query(db_, "PRAGMA journal_mode=WAL").run();
      Query(db_, "PRAGMA synchronous=NORMAL").run();
      std::int64_t version = 0;
      {
        Query q(db_, "PRAGMA user_version");
        if (q.row()) version = q.integer(0);
      }
      if (version > format) throw Failure{SQLITE_MISMATCH, "written by a newer dpcert"};
      if (version < format) make_tables();
      Query(db_, "DELETE FROM progress WHERE made < ?").number(now() - keep_progress).run();
    } catch (const Failure&) {
      close();
      throw;
    }
  }

  void make_tables() {
    Query(db_, "BEGIN IMMEDIATE").run();
    try {
      Query(db_,
            "CREATE TABLE IF NOT EXISTS results(key TEXT PRIMARY KEY, claim TEXT, statement TEXT, finding TEXT, "
            "proof BLOB, digest TEXT, made INTEGER, max_boxes INTEGER, complete INTEGER)")
          .run();
      Query(db_,
            "CREATE TABLE IF NOT EXISTS answers(claim TEXT PRIMARY KEY, statement TEXT, "
            "finding TEXT, digest TEXT, made INTEGER)")
          .run();
      Query(db_,
            "CREATE TABLE IF NOT EXISTS progress(key TEXT, search TEXT, state BLOB, digest TEXT, made INTEGER, "
            "PRIMARY KEY(key, search))")
          .run();
      Query(db_, "DROP INDEX IF EXISTS results_by_claim").run();
      each_result(db_, [&](const Row& r) { insert_answer(db_, r, Origin::copied); });  // of a file of format 1
      Query(db_, fmt::format("PRAGMA user_version={}", format).c_str()).run();
      Query(db_, "COMMIT").run();
    } catch (const Failure&) {
      sqlite3_exec(db_, "ROLLBACK", nullptr, nullptr, nullptr);
      throw;
    }
  }

  void close() {
    sqlite3_close(db_);
    db_ = nullptr;
  }

  bool sound() {
    try {
      if (!db_) open();
      Query q(db_, "PRAGMA quick_check(1)");
      return q.row() && q.bytes(0) == "ok";
    } catch (const Failure& problem) {
      return !problem.damaged();
    }
  }

  /// Puts a damaged file aside and begins a new one with the rows that can still be read.
  void renew() {
    close();
    if (sound()) return;  // another program has renewed it
    close();
    const fs::path aside = file_.string() + ".damaged";
    std::error_code problem;
    for (const char* part : {"", "-wal", "-shm"}) {
      fs::remove(aside.string() + part, problem);
      fs::rename(file_.string() + part, aside.string() + part, problem);
    }
    const std::size_t saved = salvage(aside);
    complaint_(fmt::format("{}: damaged; kept as {}, {} of its results saved", file_.string(),
                           aside.filename().string(), saved));
  }

  std::size_t salvage(const fs::path& aside) {
    std::size_t saved = 0;
    sqlite3* old = nullptr;
    // So far and no farther, with each of the tables.
    const auto attempt = [](auto work) {
      try {
        work();
      } catch (const Failure&) {
      }
    };
    attempt([&] {
      open();
      if (sqlite3_open_v2(aside.c_str(), &old, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK) return;
      attempt([&] {
        each_result(old, [&](const Row& r) {
          insert(db_, r);
          insert_answer(db_, r, Origin::copied);
          ++saved;
        });
      });
      Query q(old, select_answer);
      while (q.row())
        if (const AnswerRow a = answer_row_of(q); a.digest == a.expected_digest()) insert(db_, a, Origin::copied);
    });
    sqlite3_close(old);
    return saved;
  }

  void give_up(const std::string& why) {
    close();
    given_up_ = true;
    complaint_(fmt::format("{}: {}; going on without stored results", file_.string(), why));
  }

  fs::path file_;
  Complaint complaint_;
  std::mutex mutex_;
  sqlite3* db_ = nullptr;
  bool given_up_ = false;
};

Store::Store(const fs::path& file, Complaint complaint)
    : database_(std::make_unique<Database>(file, std::move(complaint))) {}
Store::~Store() = default;

std::optional<Store::Result> Store::find(const std::string& key) {
  const auto row = database_->use([&](sqlite3* db) -> std::optional<Row> {
    Query q(db, fmt::format("{} WHERE key=?", select_row).c_str());
    if (!q.text(key).row()) return std::nullopt;
    return row_of(q);
  });
  return row && *row ? result_of(**row) : std::nullopt;
}

std::optional<Store::Answer> Store::latest(const std::string& claim) {
  const auto row = database_->use([&](sqlite3* db) -> std::optional<AnswerRow> {
    Query q(db, fmt::format("{} WHERE claim=?", select_answer).c_str());
    if (!q.text(claim).row()) return std::nullopt;
    return answer_row_of(q);
  });
  return row && *row ? answer_of(**row) : std::nullopt;
}

void Store::remember(const std::string& claim, const Answer& answer) {
  AnswerRow a{claim, answer.statement, finding_text(answer.finding), "", now()};
  a.digest = a.expected_digest();
  database_->use([&](sqlite3* db) { return insert(db, a, Origin::fresh), 0; });
}

void Store::put(const std::string& key, const Result& result) {
  Row r{key,
        result.claim,
        result.statement,
        finding_text(result.finding),
        result.proof.empty() ? std::string() : gzip(result.proof),
        "",
        now(),
        static_cast<std::int64_t>(result.max_boxes),
        result.complete};
  r.digest = r.expected_digest();
  database_->use([&](sqlite3* db) { return insert(db, r), insert_answer(db, r, Origin::fresh), 0; });
}

void Store::forget(const std::string& key) {
  database_->use([&](sqlite3* db) { return Query(db, "DELETE FROM results WHERE key=?").text(key).run(), 0; });
}

std::optional<std::string> Store::progress(const std::string& key, const std::string& search) {
  const auto state = database_->use([&](sqlite3* db) -> std::optional<std::string> {
    Query q(db, "SELECT state, digest FROM progress WHERE key=? AND search=?");
    if (!q.text(key).text(search).row()) return std::nullopt;
    std::string bytes = q.bytes(0);
    if (verify::sha256_hex(bytes) != q.bytes(1)) return std::nullopt;
    return bytes;
  });
  return state ? *state : std::nullopt;
}

void Store::put_progress(const std::string& key, const std::string& search, const std::string& state) {
  database_->use([&](sqlite3* db) {
    Query(db, "INSERT OR REPLACE INTO progress VALUES (?,?,?,?,?)")
        .text(key)
        .text(search)
        .blob(state)
        .text(verify::sha256_hex(state))
        .number(now())
        .run();
    return 0;
  });
}

void Store::drop_progress(const std::string& key) {
  database_->use([&](sqlite3* db) { return Query(db, "DELETE FROM progress WHERE key=?").text(key).run(), 0; });
}

}  // namespace dpcert::catalogue
